"""What must stay byte for byte while the house is rebuilt; `python -m tests.frozen` checks it and writes it anew."""
