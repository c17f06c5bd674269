import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from '../../bin/find-node.js'

/** The address of this checkout's lock. On Linux and Windows it disappears with the process; elsewhere it is a file. */
function addressOf(folder) {
  const name = `health-console-${createHash('sha256').update(folder).digest('hex').slice(0, 32)}`
  // The address has its full length, because older versions of Node.js pad it with zeros.
  if (process.platform === 'linux') return `\0${name}`.padEnd(108, '-')
  return process.platform === 'win32' ? String.raw`\\.\pipe\${name}` : path.join(tmpdir(), name)
}

/**
 * Lets one command at a time prepare this checkout. The lock is a listening socket, which the system closes with the
 * process, however that ends.
 *
 * @returns a function that releases it
 * @throws Error if another command holds it
 */
export async function takeLock(address = addressOf(root)) {
  const server = createServer((socket) => socket.destroy())
  const listen = () => new Promise((resolve, reject) => server.once('error', reject).listen(address, resolve))
  try {
    await listen().catch(async (error) => {
      if (error.code !== 'EADDRINUSE' || (await isHeld(address))) throw error
      // This is the file of a killed process.
      rmSync(address)
      await listen()
    })
  } catch (error) {
    if (error.code !== 'EADDRINUSE') throw error
    throw new Error('Another command is preparing this checkout: run this one again once that has finished.')
  }
  return () => server.close()
}

function isHeld(address) {
  return new Promise((resolve) => {
    const socket = connect(address, () => resolve(true)).once('error', () => resolve(false))
    socket.once('close', () => socket.destroy())
  })
}
