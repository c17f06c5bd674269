import { fork } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'

const program = `
  const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () =>
    process.send(server.address().port))`
/** This is only longer than the kernel needs for a connection on this machine. */
const connectMs = 1_000

/**
 * A port of this machine that does not respond to a new connection, not even with a rejection, like those of a machine
 * without power. Only on Linux.
 */
export async function startLostMachine(): Promise<number> {
  const child = fork('/dev/null', { execArgv: ['--eval', program], stdio: 'ignore' })
  const sockets: Socket[] = []
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    child.kill('SIGKILL')
  })
  const [port] = await once(child, 'message')
  child.kill('SIGSTOP')
  // It opens connections for the process until the kernel's queue is full.
  for (;;) {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    sockets.push(socket)
    const isConnected = await Promise.race([once(socket, 'connect').then(() => true), sleep(connectMs, false)])
    if (!isConnected) return port
  }
}
