import { open } from 'node:fs/promises'
import type { Db } from '../../../core/database/tables.ts'

// The uploaded file of an import, stored in the database so that every replica may read it again.

const chunkBytes = 2 ** 20

/** Stores a file piece by piece, so that little memory is used and others can write in between. */
export async function keepFile(db: Db, importId: string, path: string): Promise<void> {
  const file = await open(path)
  try {
    for (let chunk = 0; ; chunk += 1) {
      const buffer = Buffer.alloc(chunkBytes)
      const { bytesRead } = await file.read(buffer, 0, chunkBytes, chunk * chunkBytes)
      if (bytesRead === 0) return
      const data = buffer.subarray(0, bytesRead)
      await db.insertInto('patientImportFiles').values({ importId, chunk, data }).execute()
    }
  } finally {
    await file.close()
  }
}

/** @returns false if the file is no longer stored */
export async function copyKeptFile(db: Db, importId: string, path: string): Promise<boolean> {
  const file = await open(path, 'wx', 0o600)
  try {
    for (let chunk = 0; ; chunk += 1) {
      const found = await db
        .selectFrom('patientImportFiles')
        .select('data')
        .where('importId', '=', importId)
        .where('chunk', '=', chunk)
        .executeTakeFirst()
      if (!found) return chunk > 0
      await file.write(found.data)
    }
  } finally {
    await file.close()
  }
}
