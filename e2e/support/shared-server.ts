type Stoppable = { stop(): Promise<void> }

export type SharedServer = ReturnType<typeof createSharedServer>

/** The demo's and the usual one alternate. */
const keptServers = 2

/**
 * Few servers at a time: files of a worker share them. As a fixture of a worker, which ends when a file wants another
 * one, each would begin with another browser.
 */
export function createSharedServer() {
  /** The one used last is the last. */
  const running = new Map<string, Stoppable>()

  async function stop(key: string): Promise<void> {
    const server = running.get(key)
    running.delete(key)
    await server?.stop()
  }

  return {
    /** @param key the same for the same server */
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
