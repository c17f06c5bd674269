type Stoppable = { stop(): Promise<void> }

export type SharedServer = ReturnType<typeof createSharedServer>

/** Tests alternate between the demo's server and the usual one. */
const keptServers = 2

/**
 * Keeps few servers running, which the test files of a worker share. As a worker fixture, each server would end when a
 * file needs another one, and would start with a new browser.
 */
export function createSharedServer() {
  /** The running servers in the order of their last use. */
  const running = new Map<string, Stoppable>()

  async function stop(key: string): Promise<void> {
    const server = running.get(key)
    running.delete(key)
    await server?.stop()
  }

  return {
    /** @param key identifies the server */
    async startAs<Server extends Stoppable>(key: string, start: () => Promise<Server>): Promise<Server> {
      const before = running.get(key) as Server | undefined
      running.delete(key)
      if (!before) for (const oldest of [...running.keys()].slice(0, 1 - keptServers)) await stop(oldest)
      const server = before ?? (await start())
      running.set(key, server)
      return server
    },
    async stop() {
      for (const key of running.keys()) await stop(key)
    },
  }
}
