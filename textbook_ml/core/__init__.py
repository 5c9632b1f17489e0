"""The basis of all other packages: errors, numbers, linear algebra, files and the console."""
