"""Chapter 3, the scenarios and the bidding: how a game begins."""
