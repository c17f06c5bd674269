/** What to tell about an error, such as the error itself. */
export type Failure = {
  message: string
  /** Of a request that failed in the server: an operator finds it in the log. */
  requestId?: string | undefined
}

/** What to tell about anything that was thrown. */
export const toFailure = (error: unknown): Failure => (error instanceof Error ? error : { message: String(error) })
