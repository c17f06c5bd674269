/** PostgreSQL has accepted a statement, but its response did not arrive in time. node-postgres sets no code. */
export const isSilence = (error: unknown): error is Error =>
  error instanceof Error && error.message === 'Query read timeout'
