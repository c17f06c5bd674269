import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'

/** The byte of the shared memory that a writer of the write-ahead log locks: https://sqlite.org/walformat.html */
const writeLockByte = 120

type LockHolder = { pid: number; name: string | undefined; isOurs: boolean }

/**
 * The process that holds the write lock of the embedded database, as Linux lists it.
 * @returns undefined if no process does, or the system does not tell
 */
export function findLockHolder(dataDir: string): LockHolder | undefined {
  const inode = readOrUndefined(() => statSync(path.join(dataDir, 'console.db-shm')).ino)
  const locks = readOrUndefined(() => readFileSync('/proc/locks', 'utf8'))
  if (inode === undefined || locks === undefined) return undefined
  for (const line of locks.split('\n')) {
    // 1: POSIX  ADVISORY  WRITE 4711 08:01:123456 120 120
    const [, , , , pid, file, start, end] = line.trim().split(/\s+/)
    const holds = file?.split(':')[2] === String(inode) && line.includes(' WRITE ') && !line.includes('->')
    if (!holds || Number(start) > writeLockByte || Number(end) < writeLockByte) continue
    const name = readOrUndefined(() => readFileSync(`/proc/${pid}/comm`, 'utf8').trim())
    return { pid: Number(pid), name, isOurs: Number(pid) === process.pid }
  }
  return undefined
}

/** Completes a sentence about the locked database. */
export function describeLockHolder(holder: LockHolder | undefined): string {
  if (holder === undefined) return 'another program is writing to it'
  if (holder.isOurs) return 'this console is writing to it'
  const { pid, name } = holder
  return name === undefined ? `process ${pid} is writing to it` : `${name} (process ${pid}) is writing to it`
}

function readOrUndefined<Value>(read: () => Value): Value | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
