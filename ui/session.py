"""A game in progress with what people say about it: presses, corrections, alerts let stand. No Qt here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tracker.cards import Card
from tracker.changes import Change, Pending
from tracker.events import CallUno, EndRound, Event, Hand, Play, Reveal
from ui.actions import event_for
from ui.referee import Referee, hands_told
from ui.timeline import Timeline, with_card, with_player
from ui.view import View, view
from ui.words import translate


class Session:
    """A referee's game, as the window works with it.

    Every method that changes something returns one line to say about it, most often an empty one; they raise
    EventError, and change nothing, where what is asked makes no sense.
    """

    def __init__(self, referee: Referee) -> None:
        self.referee = referee
        self.timeline = Timeline(referee)
        self._stands: dict[tuple[int, str], bool] = {}
        """The alerts let stand, by key and code, and whether that was handed out as a change."""
        self._pending = Pending()
        """What was pending when the changes were handed out last."""

    def go_on(self, changes: Sequence[Change]) -> None:
        """Go on with a game from all of its changes. Raises EventError where the game cannot begin."""
        self._stands = {change.stands: True for change in changes if change.stands}
        self.timeline.go_on([change for change in changes if not change.stands])
        self._pending = next((c.pending for c in reversed(changes) if c.pending), Pending())
        self.referee.pending = self._pending

    def take_changes(self) -> list[Change]:
        """Return what has changed since this was asked last, in the order in which it did."""
        new = [stands for stands, told in self._stands.items() if not told]
        self._stands.update(dict.fromkeys(new, True))
        changes = [*self.timeline.take_changes(), *(Change("stand", stands=stands) for stands in new)]
        if self.referee.pending != self._pending:
            self._pending = self.referee.pending
            changes.append(Change("pending", pending=self._pending))
        return changes

    def view(self) -> View:
        """Return what to show now."""
        referee = self.referee
        return view(referee.game, referee.steps, referee.ready, self._stands, self.timeline.can_redo)

    def press(self, action: str) -> str:
        """Do what an action stands for now, if it does for anything.

        Actions are those of :mod:`ui.actions`, and for alerts ``stand:KEY:CODE``, ``remove:KEY`` and
        ``called:PLAYER``.
        """
        name, _, rest = action.partition(":")
        if name == "stand":
            key, _, code = rest.partition(":")
            self._stands.setdefault((int(key), code), False)
        elif name == "remove":
            return self.remove(int(rest))
        elif name == "called":
            return self.call_uno(rest)
        elif name == "undo":
            self.timeline.undo()
        elif name == "redo":
            self.timeline.redo()
        elif name == "next":
            self.referee.next_round()
        elif event := event_for(action, self.referee.game):
            self.referee.push(event)
        return ""

    def change_card(self, key: int, index: int, card: Card) -> str:
        """Say what a card of the event with this key really was."""
        return _told(self.timeline.change(key, with_card(self._event(key), index, card)))

    def change_player(self, key: int, player: str) -> str:
        """Say whose event it really was."""
        return _told(self.timeline.change(key, with_player(self._event(key), player)))

    def remove(self, key: int) -> str:
        """Say that the event never happened."""
        return _told(self.timeline.remove(key))

    def insert(self, after: int, event: Event) -> str:
        """Say what else happened after the event with this key."""
        return _told(self.timeline.insert(after, event))

    def call_uno(self, player: str) -> str:
        """Say that a player called UNO on going to one card, when play has gone on since."""
        plays = [
            step.key
            for step in self.referee.steps
            if isinstance(step.event, Play) and step.event.player == player
        ]
        return self.insert(plays[-1], CallUno(player=player)) if plays else ""

    def enter_hands(self, hands: Mapping[str, tuple[Card, ...]]) -> str:
        """Take in the hands shown: that of who is challenged, or those of the losers, and score the round."""
        if self.referee.game.state.challenged_by:
            ((player, cards),) = hands.items()
            self.referee.push(Reveal(player=player, cards=cards))
            return ""
        shown = {step.event.player: step for step in hands_told(self.referee.steps)}
        for player, cards in hands.items():
            if player not in shown:
                self.referee.push(Hand(player=player, cards=cards))
            elif shown[player].event.cards != cards:
                self.timeline.change(shown[player].key, Hand(player=player, cards=cards))
        self.referee.push(EndRound())
        return ""

    def _event(self, key: int) -> Event:
        return self.timeline.event(key)


def _told(lost: int) -> str:
    if lost == 0:
        return ""
    if lost == 1:
        return translate("session", "One later event fits no more and is left out; undo brings it back.")
    return translate(
        "session", "{count} later events fit no more and are left out; undo brings them back."
    ).format(count=lost)
