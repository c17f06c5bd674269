/** The time limits of a statement: as long as a user waits for a response, or as long as a command may. */
export type Timeouts = 'short' | 'long'
