"""What the table shows beside the orders: facts, panels, overlays, charts, forces and counters."""
