"""Network building blocks without product words: TCP, TLS, HTTP, WebSocket, MQTT, checked JSON."""
