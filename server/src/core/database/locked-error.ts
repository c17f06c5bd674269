/** The database was locked for longer than a caller waits. Its message is shown to users. */
export class DatabaseLockedError extends Error {}
