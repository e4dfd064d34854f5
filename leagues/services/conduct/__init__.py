"""The work of moderators: reports, acts on games, lines of chats, copies, and whom they suspect of what."""
