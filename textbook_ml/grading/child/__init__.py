"""What runs in the child process, beside the student's code: all of it, and nothing else of ours.

Only these modules are copied to where a child can see them. They import the standard library and
one another, so that no reference, no expected value and no verdict is ever in a child's memory.
"""
