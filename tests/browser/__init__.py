"""What is seen and touched, in a real Chromium against a real server."""
