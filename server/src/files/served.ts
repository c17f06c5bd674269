import type { Db } from '../database/tables.ts'
import type { FileVersionsTable } from '../database/tables/files.ts'
import { ApiError, conflict } from '../http/errors.ts'
import { listDecisions } from './decisions-store.ts'

type Version = Pick<FileVersionsTable, 'fileId' | 'number'> & { state: string }

/** @throws ApiError for a version from which nothing is served */
export async function requireServed(db: Db, { fileId, number, state }: Version): Promise<void> {
  switch (state) {
    case 'published':
      return
    case 'staged':
      throw conflict(`Version ${number} waits for approval. Nothing is served from it.`)
    case 'withdrawn':
      throw new ApiError('gone', `Version ${number} was withdrawn: ${await reasonOf(db, fileId, number)}`)
    default:
      throw conflict(`Version ${number} was never approved. Nothing is served from it.`)
  }
}

async function reasonOf(db: Db, fileId: string, number: number): Promise<string> {
  const decisions = await listDecisions(db, [fileId])
  return decisions.find((each) => each.number === number && each.decision === 'withdraw')?.reason ?? ''
}
