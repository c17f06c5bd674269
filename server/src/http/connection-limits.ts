/** How long a connection may keep us waiting, and how many there may be. */
export const connectionLimits = {
  /** For the headers of a request, from its first byte or from the connection's beginning. */
  headersMs: 10_000,
  /** For a body of 64 KiB at most. */
  bodyMs: 30_000,
  /** A file may take hours, but in each of these spans so many bytes of it must arrive. */
  fileMs: 60_000,
  fileBytes: 16 * 1024,
  /** For what is left of a body that was answered before its end. */
  answeredMs: 10_000,
  /** In which nothing at all moves, in either direction. */
  idleMs: 120_000,
  /** Between two requests. */
  keepAliveMs: 72_000,
  /** From one address; an office behind one has six for each browser. */
  perPeer: 250,
  inAll: 2_500,
  /** For requests that are still arriving when the server is asked to stop, and for those that are worked on. */
  drainGraceMs: 1_000,
  drainMs: 30_000,
}

export type ConnectionLimits = typeof connectionLimits
