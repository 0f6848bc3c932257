"""Trained weights as ONNX files; see README.md in this folder."""
