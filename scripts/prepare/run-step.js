import { spawn } from 'node:child_process'
import { root } from '../../bin/find-node.js'

/** Runs a program to its end, and prints what it does and how long it took. @throws Error if it fails */
export async function runStep(says, done, command, args, options) {
  console.log(`${says} ...`)
  const started = Date.now()
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], ...options })
  const stop = () => child.kill('SIGTERM')
  process.once('SIGTERM', stop).once('SIGINT', stop)
  const outcome = await new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(signal ?? code))
  })
  process.off('SIGTERM', stop).off('SIGINT', stop)
  if (outcome !== 0) throw new Error(`${says}: failed (${outcome}). Run the same command again once this is solved.`)
  console.log(`${done} in ${((Date.now() - started) / 1000).toFixed(1)} s.`)
}
