"""What ./tools/flash.sh is made of."""
