/** Time limits for connections, and how many connections there may be. */
export const connectionLimits = {
  /** For the headers of a request, from its first byte or the start of the connection. */
  headersMs: 10_000,
  /** For a JSON body, which has at most 64 KiB. */
  bodyMs: 30_000,
  /** A file may take hours, but at least `fileBytes` must arrive in every `fileMs`. */
  fileMs: 60_000,
  fileBytes: 16 * 1024,
  /** For the rest of a body after the response. */
  answeredMs: 10_000,
  /** For a connection without a byte in either direction, unless the server is working on its request. */
  idleMs: 120_000,
  /** Between two requests. */
  keepAliveMs: 72_000,
  inAll: 2_500,
  /** For requests that are still arriving, and for those in progress, when the server closes. */
  drainGraceMs: 1_000,
  /** For idle connections when the server closes, because a proxy keeps its connections open for a while. */
  idleGraceMs: 0,
  drainMs: 30_000,
}

export type ConnectionLimits = typeof connectionLimits
