import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

const program = fileURLToPath(new URL('./road-program.ts', import.meta.url))

/** The way to a database, which can be lost in two ways; it ends with the test. */
export async function openRoad(target: URL) {
  let port = 0
  let road = await build()
  onTestFinished(cut)

  async function build() {
    const child = fork(program, [String(port), target.hostname, target.port])
    const [message] = (await once(child, 'message')) as [{ port: number }]
    port = message.port
    return child
  }

  async function cut(): Promise<void> {
    if (road.exitCode !== null || road.signalCode !== null) return
    const exited = once(road, 'exit')
    road.kill('SIGKILL')
    await exited
  }

  const url = new URL(target)
  url.port = String(port)
  return {
    url: url.href,
    /** Connections are lost and new ones refused. */
    cut,
    async mend() {
      road = await build()
    },
    /** Whatever is sent is taken and nothing comes back, as when packets are lost. */
    stop: () => void road.kill('SIGSTOP'),
    goOn: () => void road.kill('SIGCONT'),
  }
}
