"""The modules that run in a worker process, together with the student's code.

Only these modules are copied to a folder that a worker can read. They import only the standard
library and each other, so a worker's memory never contains the reference, an expected value or a
verdict.
"""
