"""The command line: one verb, one file. Results go to stdout, progress to stderr."""
