"""Fixed: what starts the companion on a board. No update replaces it; ./tools/flash.sh does."""
