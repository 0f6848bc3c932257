"""OpenCV's captures, held to what they were asked for: a video or camera stream, and nothing it points to.

FFmpeg knows many more inputs than videos. Playlists (HLS, DASH, concat, SDP) open other files and addresses,
and protocols like ``concat:`` or ``subfile:`` hide in names. Only the kinds listed here are opened, and a
file reads files only, a stream the network only.
"""

from __future__ import annotations

import errno
import os
import threading
from pathlib import Path

import cv2

CONTAINERS = "mov,matroska,avi,mpegts,mpeg,mpegvideo,flv,ogg,asf,mjpeg,m4v,h264,hevc,gif"
"""FFmpeg's names of the kinds of video that are opened."""

STREAMS = f"{CONTAINERS},mpjpeg,rtsp,rtp"
"""Those that are opened from the network."""

SECONDS = 5
"""So long a stream is waited for, to open it and for each picture."""

DEVICES = Path("/sys/class/video4linux")
"""Where Linux tells of the cameras."""

_OPTIONS = "OPENCV_FFMPEG_CAPTURE_OPTIONS"
_opening = threading.Lock()


def capture_camera(number: int) -> cv2.VideoCapture:
    """Open a camera; the result may not be opened."""
    return cv2.VideoCapture(number)


def known_cameras(devices: Path = DEVICES) -> dict[int, str]:
    """Return the names of the cameras that the system knows, by number."""
    found = {}
    for device in devices.glob("video*"):
        number = device.name.removeprefix("video")
        try:
            index = (device / "index").read_text().strip()
            name = (device / "name").read_text().strip()
        except OSError:
            continue
        if number.isdigit() and index == "0":  # the others of a camera give no pictures
            found[int(number)] = name
    return dict(sorted(found.items()))


def why_closed(number: int, folder: Path = Path("/dev")) -> str:
    """Return what keeps a camera from being opened, as far as its device file says."""
    try:
        os.close(os.open(folder / f"video{number}", os.O_RDONLY | os.O_NONBLOCK))
    except PermissionError:
        return "you may not use it; let your user be in the group 'video'"
    except OSError as error:
        if error.errno != errno.EBUSY:
            return "is it plugged in?"
    return "is it used by another program?"


def capture_file(path: Path) -> cv2.VideoCapture:
    """Open a video file; the result may not be opened."""
    # An absolute path cannot be taken for a protocol's address.
    return _ffmpeg(str(path.resolve()), f"protocol_whitelist;file|format_whitelist;{CONTAINERS}")


def capture_stream(address: str) -> cv2.VideoCapture:
    """Open an rtsp, http or https address; the result may not be opened."""
    protocols = "http,https,rtsp,tcp,tls,udp,rtp"
    options = f"rtsp_flags;prefer_tcp|protocol_whitelist;{protocols}|format_whitelist;{STREAMS}"
    return _ffmpeg(address, options)


def _ffmpeg(name: str, options: str) -> cv2.VideoCapture:
    limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, 1000 * SECONDS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, 1000 * SECONDS]
    with _opening:  # the options are read from the environment, which all threads share
        before = os.environ.get(_OPTIONS)
        os.environ[_OPTIONS] = options
        try:
            return cv2.VideoCapture(name, cv2.CAP_FFMPEG, limits)
        finally:
            if before is None:
                del os.environ[_OPTIONS]
            else:
                os.environ[_OPTIONS] = before
