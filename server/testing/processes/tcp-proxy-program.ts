import { connect, createServer } from 'node:net'

/** Forwards bytes between its own port and a server. It is a separate process, so that it can be stopped or killed. */
const [port = '0', targetHost = '', targetPort = ''] = process.argv.slice(2)
const proxy = createServer((socket) => {
  const onward = connect(Number(targetPort), targetHost)
  for (const [end, other] of [
    [socket, onward],
    [onward, socket],
  ] as const) {
    end.pipe(other)
    end.on('error', () => other.destroy())
    end.on('close', () => other.destroy())
  }
})
proxy.listen(Number(port), '127.0.0.1', () => {
  const address = proxy.address()
  process.send?.({ port: typeof address === 'object' ? address?.port : undefined })
})
process.on('disconnect', () => process.exit(0))
