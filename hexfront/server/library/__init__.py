"""What is the same for everybody: the catalog, the boards, the rules and their cases."""
