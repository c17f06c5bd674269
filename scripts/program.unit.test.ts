import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { devNull } from 'node:os'
import { expect, onTestFinished, test } from 'vitest'
import { runLimited } from './program.ts'

const leavesAnotherBehind = `
  const other = "require('node:net').connect(Number(process.argv[1]))"
  const { spawn } = require('node:child_process')
  spawn(process.execPath, ['-e', other, process.argv[1]], { stdio: 'ignore' })
  require('node:net').connect(Number(process.argv[1])).on('data', () => process.exit())
`

test('processes that a program started end with it', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const sockets: Socket[] = []
  const ended = new Promise<void>((resolve) => {
    let open = 2
    server.on('connection', (socket) => {
      sockets.push(socket)
      socket.on('error', () => undefined).on('close', () => (open -= 1) === 0 && resolve())
      // Both run now.
      if (sockets.length === 2) for (const each of sockets) each.write('end')
    })
  })
  const port = String((server.address() as AddressInfo).port)
  expect(await runLimited([process.execPath, '-e', leavesAnotherBehind, port], { log: devNull })).toBe(true)
  await ended
})
