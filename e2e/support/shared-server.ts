type Stoppable = { stop(): Promise<void> }

export type SharedServer = ReturnType<typeof createSharedServer>

/**
 * One server at a time: files of a worker share it when they run one after another. As a fixture of a worker, which ends
 * when a file wants another one, each would begin with another browser.
 */
export function createSharedServer() {
  let running: { key: string; server: Stoppable } | undefined

  async function stop(): Promise<void> {
    await running?.server.stop()
    running = undefined
  }

  return {
    /** @param key the same for the same server */
    async startAs<Server extends Stoppable>(key: string, start: () => Promise<Server>): Promise<Server> {
      if (running?.key === key) return running.server as Server
      await stop()
      const server = await start()
      running = { key, server }
      return server
    },
    stop,
  }
}
