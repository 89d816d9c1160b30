"""What is kept between commands in the user's folder for caches, and whether it is stale."""
