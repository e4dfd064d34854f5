"""Playing by mail: addresses that carry a decision, mails read as moves and commands, receipts (MIL-1 to MIL-10)."""
