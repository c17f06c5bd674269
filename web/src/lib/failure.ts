/** The message of an error, with the ID of its request if the server failed. An `Error` has this form, too. */
export type Failure = {
  message: string
  /** The ID of a request that failed in the server, with which a system administrator finds it in the log. */
  requestId?: string | undefined
}

/** The failure to show for anything that was thrown. */
export const toFailure = (error: unknown): Failure => (error instanceof Error ? error : { message: String(error) })
