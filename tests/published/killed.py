"""A command that dies half way."""

KILLED = """
import os, signal, sys
left, real = int(sys.argv[1]), os.replace
def replace(*paths, **how):
    global left
    left -= 1
    if left == 0:
        os.kill(os.getpid(), signal.SIGKILL)
    return real(*paths, **how)
os.replace = replace
from sklint.cli.main import main
sys.exit(main(sys.argv[2:]))"""
"""Runs a command that is killed just before it puts the n-th file, or folder, in its place."""

REMOVING = KILLED.replace("replace", "unlink")
"""Runs one that is killed just before it removes the n-th file."""
