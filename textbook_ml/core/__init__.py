"""What everything else is built on: errors, numbers, linear algebra, files and the console."""
