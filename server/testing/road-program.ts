import { connect, createServer } from 'node:net'

/** Passes bytes on between a port of its own and a server: a process, so that it can be stopped or killed like a road. */
const [port = '0', targetHost = '', targetPort = ''] = process.argv.slice(2)
const gate = createServer((socket) => {
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
gate.listen(Number(port), '127.0.0.1', () => {
  const address = gate.address()
  process.send?.({ port: typeof address === 'object' ? address?.port : undefined })
})
process.on('disconnect', () => process.exit(0))
