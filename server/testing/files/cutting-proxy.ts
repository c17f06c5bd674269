import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { onTestFinished } from 'vitest'

/**
 * A connection that breaks after this many bytes, as often as specified; it works from then on. It ends with the test.
 */
export async function openCuttingProxy(target: URL, { afterBytes, times }: { afterBytes: number; times: number }) {
  let cuts = 0
  const heard: Buffer[] = []
  const server = createServer((caller) => {
    const server = connect(Number(target.port), target.hostname)
    const isCut = cuts < times
    let sent = 0
    server.on('data', (chunk: Buffer) => {
      const rest = isCut ? chunk.subarray(0, afterBytes - sent) : chunk
      sent += rest.length
      caller.write(rest)
      if (!isCut || sent < afterBytes || caller.destroyed) return
      cuts += 1
      caller.destroySoon()
      server.destroy()
    })
    caller.on('data', (chunk: Buffer) => {
      heard.push(chunk)
      server.write(chunk)
    })
    for (const [one, other] of [
      [caller, server],
      [server, caller],
    ] as const) {
      one.on('end', () => other.end())
      one.on('error', () => other.destroy())
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    cuts: () => cuts,
    /** Everything that callers have sent. */
    heard: () => Buffer.concat(heard).toString('latin1'),
  }
}
