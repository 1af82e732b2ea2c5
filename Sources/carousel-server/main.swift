// The server program.
