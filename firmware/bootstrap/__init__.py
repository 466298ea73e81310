"""Bootstrap: what starts the app on a board. Updates do not replace it; ./tools/flash.sh does."""
