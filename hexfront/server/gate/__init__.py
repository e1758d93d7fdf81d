"""Before a request is worked on: bytes, time, connections, addresses, turns and bounds."""
