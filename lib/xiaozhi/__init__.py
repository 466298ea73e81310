"""XiaoZhi: the device's side of a session with a XiaoZhi server, without I/O."""
