import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

const program = fileURLToPath(new URL('./tcp-proxy-program.ts', import.meta.url))

/** A TCP proxy in front of a database, which can refuse connections or drop packets. It ends with the test. */
export async function openTcpProxy(target: URL) {
  let port = 0
  let proxy = await start()
  onTestFinished(cut)

  async function start(to = target) {
    const child = fork(program, [String(port), to.hostname, to.port])
    const [message] = (await once(child, 'message')) as [{ port: number }]
    port = message.port
    return child
  }

  async function cut(): Promise<void> {
    if (proxy.exitCode !== null || proxy.signalCode !== null) return
    const exited = once(proxy, 'exit')
    proxy.kill('SIGKILL')
    await exited
  }

  const url = new URL(target)
  url.port = String(port)
  return {
    url: url.href,
    /** Closes all connections and refuses new ones. */
    cut,
    /** Forwards again, to another server if one is given. */
    async reconnect(to?: URL) {
      proxy = await start(to)
    },
    /** Accepts data and forwards nothing, as if packets were lost. */
    stop: () => void proxy.kill('SIGSTOP'),
    resume: () => void proxy.kill('SIGCONT'),
  }
}
