"""Facts of finished games: result records, and ratings, leaderboards and handicaps that are made from them."""
