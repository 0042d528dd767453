"""The command line: the only part of sklint that prints. Each command is a file, imported when it is asked for."""
