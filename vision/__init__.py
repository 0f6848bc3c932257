"""The eyes: frames, card detection and reading, and what happens on the table over time."""

import os

# Before OpenCV is loaded: it keeps silent, and refuses a small file that would fill the memory as a picture.
os.environ.setdefault("OPENCV_LOG_LEVEL", "SILENT")
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", "200000000")
