import { open, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { lockFolder } from './lock-folder.ts'
import { makeFoldersIn } from '../../disk/make-folder.ts'
import { sql } from 'kysely'
import type { ReadingTask } from '../reading-task.ts'
import type { SqliteReader } from './reader.ts'

/** Copies the database into a file, which must be empty or missing. */
export const copyTask: ReadingTask<string, void> = {
  name: 'copy',
  read: async (db, file) => {
    await sql`vacuum into ${file}`.execute(db)
  },
}

/**
 * `VACUUM INTO` copies one state of the database, however long it takes. SQLite's online backup starts over with each
 * write of another process, so it might never end while the console is used.
 */
export async function copySqlite(read: SqliteReader['read'], dataDir: string): Promise<Readable> {
  const folder = await makeFoldersIn(dataDir, 'backup')
  const lock = lockFolder(folder)
  if (!lock) throw new Error('Another backup is in progress.')
  try {
    const file = path.join(folder, 'copy.db')
    // This also removes what a dead process has left.
    for (const name of await readdir(folder)) {
      if (name.startsWith('copy.db')) await rm(path.join(folder, name))
    }
    // The file is created here, because SQLite would create it readable by others.
    const copy = await open(file, 'wx+', 0o600)
    try {
      await read(copyTask, file)
    } catch (error) {
      await copy.close()
      throw error
    } finally {
      // The open file can still be read, and nothing is left behind, even by a kill.
      await rm(file, { force: true }).catch(() => {})
    }
    return copy.createReadStream({ start: 0, highWaterMark: 256 * 1024 })
  } finally {
    lock.close()
  }
}
