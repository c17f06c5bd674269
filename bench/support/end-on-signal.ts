// Turns stop signals into `exit`, so that exit handlers stop the programs that a measurement started.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
