import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

const program = `
  const { DatabaseSync } = require('node:sqlite')
  const sqlite = new DatabaseSync(process.argv[1])
  sqlite.exec('begin immediate')
  console.log('locked')
  process.stdin.on('end', () => { sqlite.exec('commit'); sqlite.close() }).resume()`

/** Starts another program that has begun to write to an embedded database, until `release`. */
export async function lockFromOutside(dataDir: string): Promise<{ pid: number; release(): Promise<void> }> {
  const child = spawn(process.execPath, ['-e', program, path.join(dataDir, 'console.db')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  await once(child.stdout, 'data')
  const release = async () => {
    child.stdin.end()
    await ended
  }
  return { pid: child.pid ?? 0, release }
}
