<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ja" sourcelanguage="en">
<context>
    <name>about</name>
    <message>
        <source>About unoref</source>
        <translation>unorefについて</translation>
    </message>
    <message>
        <source>The referee at a real UNO table. Nothing leaves your computer.</source>
        <translation>本物のUNOテーブルの審判です。データがコンピュータの外に出ることはありません。</translation>
    </message>
    <message>
        <source>Free software under the GNU Affero General Public License, version 3 or later. It comes without any warranty.</source>
        <translation>GNU Affero General Public License バージョン3以降で公開されている自由なソフトウェアです。無保証です。</translation>
    </message>
    <message>
        <source>Made with Qt (LGPL), OpenCV and ONNX Runtime. The typefaces are under the SIL Open Font License.</source>
        <translation>Qt(LGPL)、OpenCV、ONNX Runtimeを使用しています。書体はSIL Open Font Licenseで提供されています。</translation>
    </message>
    <message>
        <source>UNO is a trademark of Mattel. This project is not affiliated with or endorsed by Mattel.</source>
        <translation>UNOはMattel社の商標です。このプロジェクトはMattel社とは関係がなく、同社の承認を受けたものでもありません。</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>閉じる</translation>
    </message>
</context>
<context>
    <name>actions</name>
    <message>
        <source>Draw {count}</source>
        <translation>{count}枚引く</translation>
    </message>
    <message>
        <source>Draw one</source>
        <translation>1枚引く</translation>
    </message>
    <message>
        <source>Enter hands</source>
        <translation>手札を入力</translation>
    </message>
    <message>
        <source>Enter the hand</source>
        <translation>手札を入力</translation>
    </message>
    <message>
        <source>UNO</source>
        <translation>UNO</translation>
    </message>
    <message>
        <source>Pass</source>
        <translation>パス</translation>
    </message>
    <message>
        <source>Forgot UNO</source>
        <translation>UNO忘れ</translation>
    </message>
    <message>
        <source>Challenge</source>
        <translation>チャレンジ</translation>
    </message>
    <message>
        <source>Take back</source>
        <translation>カードを戻す</translation>
    </message>
    <message>
        <source>Next round</source>
        <translation>次のラウンド</translation>
    </message>
    <message>
        <source>New game</source>
        <translation>新しいゲーム</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>元に戻す</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>やり直す</translation>
    </message>
    <message>
        <source>{player} challenges. {other} lays the hand open beside the piles.</source>
        <translation>{player}がチャレンジ。{other}は手札を山の横に広げてください。</translation>
    </message>
    <message>
        <source>Read the hand</source>
        <translation>手札を読み取る</translation>
    </message>
    <message>
        <source>With whom does {player} swap hands?</source>
        <translation>{player}は誰と手札を交換しますか?</translation>
    </message>
    <message>
        <source>Which colour does {player} name?</source>
        <translation>{player}が選んだ色は?</translation>
    </message>
    <message>
        <source>{player} draws {count}, or challenges.</source>
        <translation>{player}は{count}枚引くか、チャレンジします。</translation>
    </message>
    <message>
        <source>Drew {count}</source>
        <translation>{count}枚引いた</translation>
    </message>
    <message>
        <source>{player} swaps hands with {other}</source>
        <translation>{player}が{other}と手札を交換</translation>
    </message>
    <message>
        <source>Called UNO</source>
        <translation>UNOと言った</translation>
    </message>
    <message>
        <source>Passed</source>
        <translation>パスした</translation>
    </message>
    <message>
        <source>Challenged</source>
        <translation>チャレンジした</translation>
    </message>
    <message>
        <source>Drew 1 card</source>
        <translation>1枚引いた</translation>
    </message>
    <message>
        <source>Drew {count} cards</source>
        <translation>{count}枚引いた</translation>
    </message>
</context>
<context>
    <name>alerts</name>
    <message>
        <source>Yes</source>
        <translation>はい</translation>
    </message>
    <message>
        <source>Another card</source>
        <translation>別のカード</translation>
    </message>
    <message>
        <source>No card</source>
        <translation>カードなし</translation>
    </message>
    <message>
        <source>Is this {card}?</source>
        <translation>これは{card}ですか?</translation>
    </message>
    <message>
        <source>UNO was called</source>
        <translation>UNOと言った</translation>
    </message>
    <message>
        <source>It was forgotten</source>
        <translation>言い忘れた</translation>
    </message>
    <message>
        <source>{player} drew {count}</source>
        <translation>{player}が{count}枚引いた</translation>
    </message>
    <message>
        <source>Take it back</source>
        <translation>カードを戻す</translation>
    </message>
    <message>
        <source>It was misread</source>
        <translation>読み間違い</translation>
    </message>
    <message>
        <source>Let it stand</source>
        <translation>このまま続ける</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>元に戻す</translation>
    </message>
    <message>
        <source>It did not happen</source>
        <translation>なかったことにする</translation>
    </message>
    <message>
        <source>(Rule: {source}.)</source>
        <translation>(出典:{source})</translation>
    </message>
</context>
<context>
    <name>board</name>
    <message>
        <source>No round has been scored yet.</source>
        <translation>まだ得点の決まったラウンドはありません。</translation>
    </message>
    <message>
        <source>the goal</source>
        <translation>目標</translation>
    </message>
</context>
<context>
    <name>books</name>
    <message>
        <source>all rule books</source>
        <translation>すべてのルールブック</translation>
    </message>
    <message>
        <source>the Japanese encyclopaedia article</source>
        <translation>日本語の百科事典の記事</translation>
    </message>
    <message>
        <source>the older Japanese rule page</source>
        <translation>日本の古いルールページ</translation>
    </message>
    <message>
        <source>the Japanese shop magazine</source>
        <translation>日本のショップマガジン</translation>
    </message>
    <message>
        <source>the publisher&apos;s English leaflet</source>
        <translation>発売元の英語の説明書</translation>
    </message>
    <message>
        <source>a common house rule, in no rule book</source>
        <translation>よく使われるローカルルール(ルールブックにはなし)</translation>
    </message>
    <message>
        <source>a house rule in {book}</source>
        <translation>{book}のローカルルール</translation>
    </message>
</context>
<context>
    <name>cards</name>
    <message>
        <source>red</source>
        <translation>赤</translation>
    </message>
    <message>
        <source>yellow</source>
        <translation>黄</translation>
    </message>
    <message>
        <source>green</source>
        <translation>緑</translation>
    </message>
    <message>
        <source>blue</source>
        <translation>青</translation>
    </message>
    <message>
        <source>skip</source>
        <translation>スキップ</translation>
    </message>
    <message>
        <source>reverse</source>
        <translation>リバース</translation>
    </message>
    <message>
        <source>draw two</source>
        <translation>ドロー2</translation>
    </message>
    <message>
        <source>wild</source>
        <translation>ワイルド</translation>
    </message>
    <message>
        <source>wild draw four</source>
        <translation>ワイルドドロー4</translation>
    </message>
    <message>
        <source>wild swap hands</source>
        <translation>とりかえっこワイルド</translation>
    </message>
    <message>
        <source>wild shuffle hands</source>
        <translation>シャッフルワイルド</translation>
    </message>
    <message>
        <source>wild customizable</source>
        <translation>白いワイルド</translation>
    </message>
    <message>
        <source>{colour} {symbol}</source>
        <translation>{colour}の{symbol}</translation>
    </message>
</context>
<context>
    <name>check</name>
    <message>
        <source>Switch on another lamp, best from the side.</source>
        <translation>明かりを増やしてください。横からの光が最適です。</translation>
    </message>
    <message>
        <source>Too dark</source>
        <translation>暗すぎます</translation>
    </message>
    <message>
        <source>Light enough</source>
        <translation>明るさ</translation>
    </message>
    <message>
        <source>Move the lamp or the camera until the white spot is gone.</source>
        <translation>白い反射が消えるまで、照明かカメラを動かしてください。</translation>
    </message>
    <message>
        <source>Glare here</source>
        <translation>反射あり</translation>
    </message>
    <message>
        <source>No glare</source>
        <translation>反射なし</translation>
    </message>
    <message>
        <source>Lay a card on the table.</source>
        <translation>カードを1枚置いてください。</translation>
    </message>
    <message>
        <source>Card size</source>
        <translation>カードの大きさ</translation>
    </message>
    <message>
        <source>Camera angle</source>
        <translation>カメラの角度</translation>
    </message>
    <message>
        <source>Bring the camera nearer, or choose a finer picture.</source>
        <translation>カメラを近づけるか、解像度を上げてください。</translation>
    </message>
    <message>
        <source>Cards too small</source>
        <translation>カードが小さい</translation>
    </message>
    <message>
        <source>Let the camera look straight down.</source>
        <translation>カメラを真下に向けてください。</translation>
    </message>
    <message>
        <source>Camera tilted</source>
        <translation>カメラが斜め</translation>
    </message>
    <message>
        <source>Draw pile</source>
        <translation>山札</translation>
    </message>
    <message>
        <source>Put the draw pile into the picture.</source>
        <translation>山札が映るようにしてください。</translation>
    </message>
    <message>
        <source>Start card</source>
        <translation>最初のカード</translation>
    </message>
    <message>
        <source>Turn the first card over beside the draw pile; it may also come later.</source>
        <translation>山札の横に最初のカードを表にしてください。あとからでもかまいません。</translation>
    </message>
</context>
<context>
    <name>correct</name>
    <message>
        <source>What was it really?</source>
        <translation>本当は何のカード?</translation>
    </message>
    <message>
        <source>Another card…</source>
        <translation>別のカード…</translation>
    </message>
    <message>
        <source>Another player</source>
        <translation>別のプレイヤー</translation>
    </message>
    <message>
        <source>Insert after this</source>
        <translation>この後に追加</translation>
    </message>
    <message>
        <source>It did not happen</source>
        <translation>なかったことにする</translation>
    </message>
    <message>
        <source>Played…</source>
        <translation>カードを出した…</translation>
    </message>
    <message>
        <source>Drew {count}</source>
        <translation>{count}枚引いた</translation>
    </message>
    <message>
        <source>Passed</source>
        <translation>パスした</translation>
    </message>
    <message>
        <source>Called UNO</source>
        <translation>UNOと言った</translation>
    </message>
    <message>
        <source>Took the card back</source>
        <translation>カードを戻した</translation>
    </message>
    <message>
        <source>The colour</source>
        <translation>色</translation>
    </message>
    <message>
        <source>What did {player} play?</source>
        <translation>{player}が出したカードは?</translation>
    </message>
</context>
<context>
    <name>direction</name>
    <message>
        <source>clockwise</source>
        <translation>時計回り</translation>
    </message>
    <message>
        <source>counterclockwise</source>
        <translation>反時計回り</translation>
    </message>
</context>
<context>
    <name>ears</name>
    <message>
        <source>Loudness: {percent} %</source>
        <translation>音量：{percent}%</translation>
    </message>
    <message>
        <source>Hear the UNO calls</source>
        <translation>「UNO」の声を聞く</translation>
    </message>
    <message>
        <source>Get to know the voices…</source>
        <translation>声を覚える…</translation>
    </message>
</context>
<context>
    <name>hands</name>
    <message>
        <source>What did the others hold?</source>
        <translation>残りの手札は?</translation>
    </message>
    <message>
        <source>Score the round</source>
        <translation>得点を計算する</translation>
    </message>
    <message>
        <source>What does {player} hold?</source>
        <translation>{player}の手札は?</translation>
    </message>
    <message>
        <source>Judge the challenge</source>
        <translation>チャレンジを判定する</translation>
    </message>
    <message>
        <source>Lay one hand at a time beside the piles, have it read, and click what is wrong.</source>
        <translation>手札を1人ずつ山の横に並べて読み取り、違うカードはクリックして直してください。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>No face-up card is seen beside the piles.</source>
        <translation>山の横に表向きのカードが見えません。</translation>
    </message>
    <message>
        <source>Which card does {player} hold?</source>
        <translation>{player}が持っているカードは?</translation>
    </message>
    <message>
        <source>Together {points}</source>
        <translation>合計{points}</translation>
    </message>
    <message>
        <source>{player}: no cards yet.</source>
        <translation>{player}の手札がまだありません。</translation>
    </message>
    <message>
        <source>Add a card</source>
        <translation>カードを追加</translation>
    </message>
    <message>
        <source>Read {cards} from the table</source>
        <translation>テーブルの{cards}を読み取る</translation>
    </message>
    <message>
        <source>Read from the table</source>
        <translation>テーブルから読み取る</translation>
    </message>
    <message>
        <source>{cards}, {points}</source>
        <translation>{cards}、{points}</translation>
    </message>
    <message>
        <source>should be {cards}</source>
        <translation>本来は{cards}</translation>
    </message>
</context>
<context>
    <name>history</name>
    <message>
        <source>not allowed</source>
        <translation>出せません</translation>
    </message>
    <message>
        <source>out of turn</source>
        <translation>順番違い</translation>
    </message>
    <message>
        <source>cards owed</source>
        <translation>未引き</translation>
    </message>
    <message>
        <source>wrong number</source>
        <translation>枚数違い</translation>
    </message>
    <message>
        <source>no UNO</source>
        <translation>UNO忘れ</translation>
    </message>
    <message>
        <source>false UNO</source>
        <translation>UNO誤り</translation>
    </message>
    <message>
        <source>misread?</source>
        <translation>読み間違い?</translation>
    </message>
    <message>
        <source>Somebody</source>
        <translation>誰か</translation>
    </message>
    <message>
        <source>A new game</source>
        <translation>新しいゲーム</translation>
    </message>
    <message>
        <source>The round starts with {card}</source>
        <translation>最初のカードは{card}</translation>
    </message>
    <message>
        <source>{who} played {cards}</source>
        <translation>{who}が{cards}を出した</translation>
    </message>
    <message>
        <source>The colour is {colour}</source>
        <translation>色は{colour}</translation>
    </message>
    <message>
        <source>{who} drew {cards}</source>
        <translation>{who}が{cards}引いた</translation>
    </message>
    <message>
        <source>{who} passed</source>
        <translation>{who}がパスした</translation>
    </message>
    <message>
        <source>{who} was heard calling UNO</source>
        <translation>{who}の「UNO」が聞こえた</translation>
    </message>
    <message>
        <source>{who} called UNO</source>
        <translation>{who}が「UNO」</translation>
    </message>
    <message>
        <source>{by} caught {who}</source>
        <translation>{by}が{who}のUNO忘れを指摘</translation>
    </message>
    <message>
        <source>{who} was caught</source>
        <translation>{who}のUNO忘れ</translation>
    </message>
    <message>
        <source>{who} challenged</source>
        <translation>{who}がチャレンジ</translation>
    </message>
    <message>
        <source>{who} showed the hand</source>
        <translation>{who}が手札を見せた</translation>
    </message>
    <message>
        <source>{who} took the card back</source>
        <translation>{who}がカードを戻した</translation>
    </message>
    <message>
        <source>The card was taken back</source>
        <translation>カードが戻された</translation>
    </message>
    <message>
        <source>{who} swapped hands with {other}</source>
        <translation>{who}が{other}と手札を交換</translation>
    </message>
    <message>
        <source>The pile was shuffled</source>
        <translation>山札を作り直した</translation>
    </message>
    <message>
        <source>{who} held {cards}</source>
        <translation>{who}の残りは{cards}</translation>
    </message>
    <message>
        <source>The round was counted</source>
        <translation>得点を計算した</translation>
    </message>
</context>
<context>
    <name>house</name>
    <message>
        <source>House rules</source>
        <translation>ローカルルール</translation>
    </message>
    <message>
        <source>As in the preset</source>
        <translation>ルールセットの通り</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>決定</translation>
    </message>
</context>
<context>
    <name>keys</name>
    <message>
        <source>UNO was called</source>
        <translation>UNOと言った</translation>
    </message>
    <message>
        <source>UNO was forgotten, and somebody noticed</source>
        <translation>UNOの言い忘れを誰かが指摘した</translation>
    </message>
    <message>
        <source>Cards were drawn: those owed, otherwise one</source>
        <translation>カードを引いた:引くべき枚数、なければ1枚</translation>
    </message>
    <message>
        <source>The turn was passed on</source>
        <translation>パスした</translation>
    </message>
    <message>
        <source>The colour of the wild</source>
        <translation>ワイルドの色</translation>
    </message>
    <message>
        <source>The wild draw four is challenged</source>
        <translation>ワイルドドロー4へのチャレンジ</translation>
    </message>
    <message>
        <source>The last card was taken back</source>
        <translation>最後のカードを戻した</translation>
    </message>
    <message>
        <source>A player’s menu: UNO, drew so many, passed, swaps</source>
        <translation>プレイヤーのメニュー:UNO、引いた枚数、パス、交換</translation>
    </message>
    <message>
        <source>Enter the hands</source>
        <translation>手札を入力する</translation>
    </message>
    <message>
        <source>Next round</source>
        <translation>次のラウンド</translation>
    </message>
    <message>
        <source>Undo (also Ctrl+Z)</source>
        <translation>元に戻す(Ctrl+Zも可)</translation>
    </message>
    <message>
        <source>Redo (also Ctrl+Y)</source>
        <translation>やり直す(Ctrl+Yも可)</translation>
    </message>
    <message>
        <source>All events: correct them by clicking</source>
        <translation>すべての記録:クリックして訂正</translation>
    </message>
    <message>
        <source>Score board</source>
        <translation>得点表</translation>
    </message>
    <message>
        <source>Instant replay of the last ten seconds</source>
        <translation>直前10秒のリプレイ</translation>
    </message>
    <message>
        <source>What the referee sees</source>
        <translation>審判の見ている画面</translation>
    </message>
    <message>
        <source>The alert’s card was misread</source>
        <translation>警告のカードは読み間違い</translation>
    </message>
    <message>
        <source>Let stand what the alert says</source>
        <translation>警告のまま続ける</translation>
    </message>
    <message>
        <source>Table display: only what is read from afar</source>
        <translation>テーブル表示:離れて読むものだけ</translation>
    </message>
    <message>
        <source>The rules that are played</source>
        <translation>このゲームのルール</translation>
    </message>
    <message>
        <source>Full screen</source>
        <translation>全画面</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>メニュー</translation>
    </message>
    <message>
        <source>Save a report to send with a question</source>
        <translation>質問に添えるレポートを保存</translation>
    </message>
    <message>
        <source>Back to the live picture</source>
        <translation>カメラの映像に戻る</translation>
    </message>
    <message>
        <source>This help</source>
        <translation>このヘルプ</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>キー操作</translation>
    </message>
    <message>
        <source>For what the camera cannot see</source>
        <translation>カメラに見えないことのために</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>閉じる</translation>
    </message>
</context>
<context>
    <name>menu</name>
    <message>
        <source>New game…</source>
        <translation>新しいゲーム…</translation>
    </message>
    <message>
        <source>Play the demo</source>
        <translation>デモを見る</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>元に戻す</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>やり直す</translation>
    </message>
    <message>
        <source>History</source>
        <translation>記録</translation>
    </message>
    <message>
        <source>Score board</source>
        <translation>得点表</translation>
    </message>
    <message>
        <source>Instant replay</source>
        <translation>リプレイ</translation>
    </message>
    <message>
        <source>Outline the cards found</source>
        <translation>見つけたカードを囲む</translation>
    </message>
    <message>
        <source>What the referee sees</source>
        <translation>審判の見ている画面</translation>
    </message>
    <message>
        <source>Keep pictures of events</source>
        <translation>出来事の写真を保存する</translation>
    </message>
    <message>
        <source>Save a report…</source>
        <translation>レポートを保存…</translation>
    </message>
    <message>
        <source>Table display</source>
        <translation>テーブル表示</translation>
    </message>
    <message>
        <source>Full screen</source>
        <translation>全画面</translation>
    </message>
    <message>
        <source>Sound</source>
        <translation>サウンド</translation>
    </message>
    <message>
        <source>Alert sound</source>
        <translation>警告音</translation>
    </message>
    <message>
        <source>Speak aloud</source>
        <translation>読み上げ</translation>
    </message>
    <message>
        <source>Phone as second screen…</source>
        <translation>スマホを2台目の画面に…</translation>
    </message>
    <message>
        <source>Look</source>
        <translation>外観</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>ダーク</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>ライト</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>言語</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>システムと同じ</translation>
    </message>
    <message>
        <source>Statistics</source>
        <translation>成績</translation>
    </message>
    <message>
        <source>The rules</source>
        <translation>ルール</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>キー操作</translation>
    </message>
    <message>
        <source>About unoref</source>
        <translation>unorefについて</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>終了</translation>
    </message>
</context>
<context>
    <name>microphone</name>
    <message>
        <source>The microphone has gone silent; waiting for it.</source>
        <translation>マイクの音が途切れました。戻るのを待っています。</translation>
    </message>
    <message>
        <source>Hearing needs Qt’s sound module: ./run sound</source>
        <translation>声を聞くにはQtの音声モジュールが必要です：./run sound</translation>
    </message>
    <message>
        <source>No microphone is plugged in; waiting for one.</source>
        <translation>マイクがありません。つながるのを待っています。</translation>
    </message>
    <message>
        <source>The microphone cannot be opened; is it allowed, and not used elsewhere?</source>
        <translation>マイクを開けません。許可されていますか。ほかで使われていませんか。</translation>
    </message>
</context>
<context>
    <name>names</name>
    <message>
        <source>Get to know the voices</source>
        <translation>声を覚える</translation>
    </message>
    <message>
        <source>As loud as in the game, with a pause after each.</source>
        <translation>ゲーム中と同じ声の大きさで、一回ごとに間をあけてください。</translation>
    </message>
    <message>
        <source>Next player</source>
        <translation>次のプレイヤー</translation>
    </message>
    <message>
        <source>Leave it as it is</source>
        <translation>このままにする</translation>
    </message>
    <message>
        <source>{player}, say “UNO” three times.</source>
        <translation>{player}は「UNO」と3回言ってください。</translation>
    </message>
</context>
<context>
    <name>page</name>
    <message>
        <source>Done</source>
        <translation>閉じる</translation>
    </message>
</context>
<context>
    <name>phone</name>
    <message>
        <source>This computer is on no network.</source>
        <translation>このコンピューターはネットワークにつながっていません。</translation>
    </message>
    <message>
        <source>The page cannot be served: {error}</source>
        <translation>ページを公開できません：{error}</translation>
    </message>
    <message>
        <source>Phone as second screen</source>
        <translation>スマホを2台目の画面に</translation>
    </message>
    <message>
        <source>Scan this with a phone on the same network. It shows the game and the score board and can change nothing. Whoever has the address can look on until you switch it off.</source>
        <translation>同じネットワークのスマホで読み取ってください。ゲームと得点表が表示されますが、操作はできません。切るまでの間、アドレスを知っている人は誰でも見られます。</translation>
    </message>
    <message>
        <source>Switch off</source>
        <translation>切る</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>閉じる</translation>
    </message>
    <message>
        <source>No connection to the table. Trying again…</source>
        <translation>テーブルにつながりません。再接続しています…</translation>
    </message>
    <message>
        <source>No game yet</source>
        <translation>ゲームはまだ始まっていません</translation>
    </message>
</context>
<context>
    <name>picker</name>
    <message>
        <source>No card</source>
        <translation>カードなし</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>Remember for this deck how the card looks.</source>
        <translation>このデッキのカードの見た目を覚える</translation>
    </message>
</context>
<context>
    <name>replay</name>
    <message>
        <source>There is no picture to show again yet.</source>
        <translation>まだ再生できる映像がありません。</translation>
    </message>
    <message>
        <source>This is what was seen. Click to go back.</source>
        <translation>そのときの映像です。クリックで戻ります。</translation>
    </message>
    <message>
        <source>Replay: {seconds} s ago. Click to go back.</source>
        <translation>リプレイ:{seconds}秒前。クリックで戻ります。</translation>
    </message>
</context>
<context>
    <name>rows</name>
    <message>
        <source>What was it really?</source>
        <translation>本当は何のカード?</translation>
    </message>
    <message>
        <source>Who was it really?</source>
        <translation>本当は誰?</translation>
    </message>
    <message>
        <source>Insert what was missed after this</source>
        <translation>この後に抜けていたことを追加</translation>
    </message>
    <message>
        <source>This did not happen</source>
        <translation>なかったことにする</translation>
    </message>
    <message>
        <source>Correct this</source>
        <translation>訂正する</translation>
    </message>
</context>
<context>
    <name>rules</name>
    <message>
        <source>The rules</source>
        <translation>ルール</translation>
    </message>
    <message>
        <source>Bold: other than in the default rules.</source>
        <translation>太字:標準ルールと違うところ。</translation>
    </message>
</context>
<context>
    <name>saved</name>
    <message>
        <source>The journal could not be read; it is kept as {file}.</source>
        <translation>記録を読めませんでした。{file} として残してあります。</translation>
    </message>
    <message>
        <source>The saved game is left as it was; a copy goes on.</source>
        <translation>保存されたゲームはそのままにして、写しで続けます。</translation>
    </message>
    <message>
        <source>The game goes on, but is not saved: {error}</source>
        <translation>ゲームは続きますが、保存されていません: {error}</translation>
    </message>
    <message>
        <source>The game is saved again.</source>
        <translation>ゲームはまた保存されています。</translation>
    </message>
</context>
<context>
    <name>session</name>
    <message>
        <source>One later event fits no more and is left out; undo brings it back.</source>
        <translation>合わなくなった記録1件を外しました。元に戻すと復活します。</translation>
    </message>
    <message>
        <source>{count} later events fit no more and are left out; undo brings them back.</source>
        <translation>合わなくなった記録{count}件を外しました。元に戻すと復活します。</translation>
    </message>
</context>
<context>
    <name>side</name>
    <message>
        <source>Colour {colour}, top card {card}</source>
        <translation>色は{colour}、場のカードは{card}</translation>
    </message>
    <message>
        <source>cards</source>
        <translation>手札</translation>
    </message>
    <message>
        <source>points</source>
        <translation>得点</translation>
    </message>
    <message>
        <source>draws {count}</source>
        <translation>{count}枚引く</translation>
    </message>
</context>
<context>
    <name>start</name>
    <message>
        <source>Two to ten players, please.</source>
        <translation>プレイヤーは2人から10人です。</translation>
    </message>
    <message>
        <source>Every player needs a name.</source>
        <translation>全員の名前を入れてください。</translation>
    </message>
    <message>
        <source>{player} is there twice.</source>
        <translation>{player}が2人います。</translation>
    </message>
    <message>
        <source>Camera</source>
        <translation>カメラ</translation>
    </message>
    <message>
        <source>?</source>
        <translation>?</translation>
    </message>
    <message>
        <source>Japan, to 500</source>
        <translation>日本、500点まで</translation>
    </message>
    <message>
        <source>Opening the camera…</source>
        <translation>カメラを開いています…</translation>
    </message>
    <message>
        <source>Player {number}</source>
        <translation>プレイヤー{number}</translation>
    </message>
    <message>
        <source>International, to 500</source>
        <translation>国際ルール、500点まで</translation>
    </message>
    <message>
        <source>Japan, five rounds</source>
        <translation>日本、5ラウンド</translation>
    </message>
    <message>
        <source>Japan, older leaflet</source>
        <translation>日本(古い説明書)</translation>
    </message>
    <message>
        <source>Arcade: stacking, 7 and 0</source>
        <translation>アーケード:重ね出し、7と0</translation>
    </message>
    <message>
        <source>House rules, ranking</source>
        <translation>ローカルルール、順位制</translation>
    </message>
    <message>
        <source>Who plays?</source>
        <translation>誰が遊びますか?</translation>
    </message>
    <message>
        <source>Drag each name to where that player sits.</source>
        <translation>名前をそれぞれの席までドラッグしてください。</translation>
    </message>
    <message>
        <source>+ Add a player</source>
        <translation>+ プレイヤーを追加</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>ルール</translation>
    </message>
    <message>
        <source>Deck</source>
        <translation>デッキ</translation>
    </message>
    <message>
        <source>Teams</source>
        <translation>チーム</translation>
    </message>
    <message>
        <source>Start the game</source>
        <translation>ゲームを始める</translation>
    </message>
    <message>
        <source>Play the demo</source>
        <translation>デモを見る</translation>
    </message>
    <message>
        <source>Go on: {players} (round {round})</source>
        <translation>続きから:{players}(ラウンド{round})</translation>
    </message>
    <message>
        <source>Any deck</source>
        <translation>どのデッキでも</translation>
    </message>
    <message>
        <source>Everyone alone</source>
        <translation>個人戦</translation>
    </message>
    <message>
        <source>{count} teams of {size}</source>
        <translation>{size}人×{count}チーム</translation>
    </message>
    <message>
        <source>House rules…</source>
        <translation>ローカルルール…</translation>
    </message>
    <message>
        <source>House rules ({count} changed)…</source>
        <translation>ローカルルール({count}件変更)…</translation>
    </message>
    <message>
        <source>You can play the demo, or start and plug the camera in later.</source>
        <translation>デモを見るか、このまま始めて後からカメラをつなぐこともできます。</translation>
    </message>
    <message>
        <source>Name of player {number}</source>
        <translation>プレイヤー{number}の名前</translation>
    </message>
    <message>
        <source>Another colour</source>
        <translation>別の色</translation>
    </message>
    <message>
        <source>Does not play</source>
        <translation>参加しない</translation>
    </message>
</context>
<context>
    <name>statistics</name>
    <message>
        <source>Counting the games…</source>
        <translation>ゲームを集計しています…</translation>
    </message>
    <message>
        <source>Statistics</source>
        <translation>成績</translation>
    </message>
    <message>
        <source>No game has been kept yet.</source>
        <translation>まだ保存されたゲームがありません。</translation>
    </message>
    <message>
        <source>Player</source>
        <translation>プレイヤー</translation>
    </message>
    <message>
        <source>Games</source>
        <translation>ゲーム数</translation>
    </message>
    <message>
        <source>Games won</source>
        <translation>勝ったゲーム</translation>
    </message>
    <message>
        <source>Rounds</source>
        <translation>ラウンド数</translation>
    </message>
    <message>
        <source>Rounds won</source>
        <translation>勝ったラウンド</translation>
    </message>
    <message>
        <source>Points</source>
        <translation>得点</translation>
    </message>
    <message>
        <source>UNO forgotten</source>
        <translation>UNOの言い忘れ</translation>
    </message>
    <message>
        <source>Against the rules</source>
        <translation>ルール違反</translation>
    </message>
</context>
<context>
    <name>told</name>
    <message>
        <source>{player} did not call UNO; it is too late for a penalty.</source>
        <translation>{player}はUNOと言いませんでした。ペナルティにはもう遅すぎます。</translation>
    </message>
    <message>
        <source>{player} played {cards} on {top}: {rule}.</source>
        <translation>{player}は{top}の上に{cards}を出しました。{rule}。</translation>
    </message>
    <message>
        <source>{player} acted in {other}’s turn.</source>
        <translation>{other}の番に{player}が動きました。</translation>
    </message>
    <message>
        <source>{player} went on while owing {due}: owed cards are drawn first.</source>
        <translation>{player}はまだ{due}引いていません。引くべきカードを先に引きます。</translation>
    </message>
    <message>
        <source>{player} has one card left and has not called UNO.</source>
        <translation>{player}は残り1枚ですが、UNOと言っていません。</translation>
    </message>
    <message>
        <source>{player} did not call UNO in time: {player} draws {owed}.</source>
        <translation>{player}はUNOを言い忘れました。{owed}引きます。</translation>
    </message>
    <message>
        <source>{player} called UNO and did not go to one card.</source>
        <translation>{player}はUNOと言いましたが、残り1枚になりませんでした。</translation>
    </message>
    <message>
        <source>{player} called UNO with {held}: it is called on going to one card.</source>
        <translation>{player}は手札が{held}なのにUNOと言いました。UNOは残り1枚になるときに言います。</translation>
    </message>
    <message>
        <source>{player} could have played another card, so the wild draw four was not allowed.</source>
        <translation>{player}はほかのカードを出せたので、ワイルドドロー4は出せませんでした。</translation>
    </message>
    <message>
        <source>{player} played the wild draw four fairly.</source>
        <translation>{player}のワイルドドロー4は正当でした。</translation>
    </message>
    <message>
        <source>{player} played the wild draw four fairly: {challenger} draws {draws}.</source>
        <translation>{player}のワイルドドロー4は正当でした。{challenger}が{draws}引きます。</translation>
    </message>
    <message>
        <source>{player} has not named the colour yet.</source>
        <translation>{player}はまだ色を選んでいません。</translation>
    </message>
    <message>
        <source>{cards} is seen more often than the deck holds it: it was probably misread.</source>
        <translation>{cards}がデッキの枚数より多く見えています。おそらく読み間違いです。</translation>
    </message>
    <message>
        <source>{player} shows {shown}, but should hold {expected}.</source>
        <translation>{player}の手札は{shown}ですが、本来は{expected}のはずです。</translation>
    </message>
    <message>
        <source>The draw pile must be empty: the discards are shuffled into a new one.</source>
        <translation>山札がなくなったはずです。捨て札を切って新しい山札にします。</translation>
    </message>
    <message>
        <source>{player} did not draw as many cards as the rules ask for.</source>
        <translation>{player}はルール通りの枚数を引いていません。</translation>
    </message>
    <message>
        <source>{player} drew {drawn}, but owed {due}.</source>
        <translation>{player}は{drawn}引きましたが、引くべき枚数は{due}でした。</translation>
    </message>
    <message>
        <source>{player} drew {drawn}: a player draws one card in a turn.</source>
        <translation>{player}は{drawn}引きました。1回の番に引けるのは1枚です。</translation>
    </message>
    <message>
        <source>{card} ({colour})</source>
        <translation>{card}({colour})</translation>
    </message>
    <message>
        <source>one card is played at a time</source>
        <translation>カードは1枚ずつ出します</translation>
    </message>
    <message>
        <source>after drawing, only the drawn card may be played</source>
        <translation>引いた後は、引いたカードしか出せません</translation>
    </message>
    <message>
        <source>a draw card may not be played in the turn it was drawn</source>
        <translation>引いたばかりのドローカードは出せません</translation>
    </message>
    <message>
        <source>the last card must be a number</source>
        <translation>最後の1枚は数字カードでなければなりません</translation>
    </message>
    <message>
        <source>these cards may not be played at once</source>
        <translation>このカードは一緒に出せません</translation>
    </message>
    <message>
        <source>in place of a wild draw four found out, another card is played</source>
        <translation>見破られたワイルドドロー4の代わりに、別のカードを出します</translation>
    </message>
    <message>
        <source>a card must match the colour, the number or the symbol</source>
        <translation>色、数字、記号のどれかが同じでなければなりません</translation>
    </message>
</context>
<context>
    <name>trouble</name>
    <message>
        <source>The camera gives no picture; waiting for it…</source>
        <translation>カメラの映像がありません。カメラを待っています…</translation>
    </message>
    <message>
        <source>The picture is black. Is the camera covered, or the light off?</source>
        <translation>映像が真っ暗です。カメラが覆われているか、照明が消えていませんか?</translation>
    </message>
    <message>
        <source>The camera gives the same picture all the time. Unplug it and plug it in.</source>
        <translation>カメラから同じ映像しか届きません。いったん抜いて、つなぎ直してください。</translation>
    </message>
    <message>
        <source>The camera gives no picture. The game is kept; waiting for it…</source>
        <translation>カメラの映像がありません。ゲームは保たれています。カメラを待っています…</translation>
    </message>
</context>
<context>
    <name>view</name>
    <message>
        <source>The hand decides nothing: whoever draws tells the verdict.</source>
        <translation>手札だけでは決まりません。カードを引いた人で判定がわかります。</translation>
    </message>
    <message>
        <source>WILD</source>
        <translation>ワイルド</translation>
    </message>
    <message>
        <source>Ready to start</source>
        <translation>準備ができました</translation>
    </message>
    <message>
        <source>{player} is out</source>
        <translation>{player}があがり</translation>
    </message>
    <message>
        <source>{player} wins the round</source>
        <translation>{player}の勝ち</translation>
    </message>
    <message>
        <source>The game is a draw</source>
        <translation>引き分け</translation>
    </message>
    <message>
        <source>{players} win the game</source>
        <translation>{players}の優勝</translation>
    </message>
    <message>
        <source>{player} wins the game</source>
        <translation>{player}の優勝</translation>
    </message>
    <message>
        <source>{player} challenges</source>
        <translation>{player}がチャレンジ</translation>
    </message>
    <message>
        <source>{player} swaps hands</source>
        <translation>{player}が手札を交換</translation>
    </message>
    <message>
        <source>{player} names the colour</source>
        <translation>{player}が色を選ぶ</translation>
    </message>
    <message>
        <source>{player} draws {count}</source>
        <translation>{player}が{count}枚引く</translation>
    </message>
    <message>
        <source>{player}’s turn</source>
        <translation>{player}の番</translation>
    </message>
    <message>
        <source>Deal the cards, then turn the first one over.</source>
        <translation>カードを配り、最初の1枚を表にしてください。</translation>
    </message>
    <message>
        <source>The others show their hands: press H to enter them.</source>
        <translation>ほかの人は手札を見せます。Hキーで入力してください。</translation>
    </message>
    <message>
        <source>{scores}. Press N for the next round.</source>
        <translation>{scores}。Nキーで次のラウンドへ。</translation>
    </message>
    <message>
        <source>{scores}.</source>
        <translation>{scores}。</translation>
    </message>
    <message>
        <source>{player} shows the hand.</source>
        <translation>{player}が手札を見せます。</translation>
    </message>
    <message>
        <source>Choose with whom: press the number of that player.</source>
        <translation>交換する相手を番号キーで選びます。</translation>
    </message>
    <message>
        <source>The card says: {text}</source>
        <translation>カードの文:{text}</translation>
    </message>
    <message>
        <source>{player} still has to draw {cards}.</source>
        <translation>{player}はまだ{cards}引かなければなりません。</translation>
    </message>
    <message>
        <source>Press R, Y, G or B.</source>
        <translation>R、Y、G、Bのキーで選びます。</translation>
    </message>
    <message>
        <source>Then the turn moves on.</source>
        <translation>その後、次の人の番です。</translation>
    </message>
    <message>
        <source>Play the card just drawn, or pass.</source>
        <translation>引いたカードを出すか、パスします。</translation>
    </message>
    <message>
        <source>Play {cards}, or draw a card.</source>
        <translation>{cards}を出すか、1枚引きます。</translation>
    </message>
    <message>
        <source>“{say}” {main}</source>
        <translation>「{say}」 {main}</translation>
    </message>
    <message>
        <source>any card</source>
        <translation>どのカードでも</translation>
    </message>
    <message>
        <source>{colour} or a wild</source>
        <translation>{colour}かワイルド</translation>
    </message>
    <message>
        <source>{colour}, any {symbol}, or a wild</source>
        <translation>{colour}、{symbol}、ワイルドのどれか</translation>
    </message>
</context>
<context>
    <name>welcome</name>
    <message>
        <source>No picture yet</source>
        <translation>映像がありません</translation>
    </message>
    <message>
        <source>Plug in a webcam that looks down on the table; the game then begins by itself. Or watch the referee at work on a filmed game.</source>
        <translation>テーブルを上から映すウェブカメラをつなぐと、ゲームが自動的に始まります。撮影済みのゲームで審判の動きを見ることもできます。</translation>
    </message>
    <message>
        <source>Play the demo</source>
        <translation>デモを見る</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>もう一度試す</translation>
    </message>
</context>
<context>
    <name>window</name>
    <message>
        <source>Opening the picture…</source>
        <translation>映像を開いています…</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>メニュー</translation>
    </message>
    <message>
        <source>History</source>
        <translation>記録</translation>
    </message>
</context>
<context>
    <name>words</name>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>Camera {number} cannot be opened: is it plugged in?</source>
        <translation>カメラ{number}を開けません。接続を確認してください。</translation>
    </message>
    <message>
        <source>{source} cannot be opened.</source>
        <translation>{source}を開けません。</translation>
    </message>
    <message>
        <source>{first} and {last}</source>
        <translation>{first}と{last}</translation>
    </message>
    <message>
        <source>1 card</source>
        <translation>1枚</translation>
    </message>
    <message>
        <source>{count} cards</source>
        <translation>{count}枚</translation>
    </message>
    <message>
        <source>1 point</source>
        <translation>1点</translation>
    </message>
    <message>
        <source>{points} points</source>
        <translation>{points}点</translation>
    </message>
</context>
<context>
    <name>worker</name>
    <message>
        <source>Kept for the deck: it counts from the next game on.</source>
        <translation>デッキに記憶しました。次のゲームから使われます。</translation>
    </message>
    <message>
        <source>The report cannot be written: {error}</source>
        <translation>レポートを書き込めません:{error}</translation>
    </message>
    <message>
        <source>Report saved in {folder}</source>
        <translation>レポートを保存しました:{folder}</translation>
    </message>
    <message>
        <source>The referee had to stop: {error}</source>
        <translation>審判が停止しました:{error}</translation>
    </message>
    <message>
        <source>Loading the models…</source>
        <translation>モデルを読み込んでいます…</translation>
    </message>
    <message>
        <source>The film is over.</source>
        <translation>映像が終わりました。</translation>
    </message>
    <message>
        <source>That cannot have happened now.</source>
        <translation>今それは起こりえません。</translation>
    </message>
    <message>
        <source>Looking for the discard pile…</source>
        <translation>捨て札を探しています…</translation>
    </message>
</context>
</TS>
