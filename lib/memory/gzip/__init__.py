"""Gzip: the encoder that MicroPython on the ESP32 lacks."""
