import type { ImportDatabase } from '../import/run-import-thread.ts'
import type { IdHasher } from '../reading/member-ids.ts'
import type { FileToMark } from './write-marked-file.ts'

export type MarkedFileData = {
  database: ImportDatabase
  file: FileToMark
  /** The import whose lists contain the cells. */
  tableId: string
  findingIds: string[]
  hasher: IdHasher
}

/** The member IDs in a marked file, and their hashes. */
export type MarkedPatients = { memberIds: string[]; hashes: Uint8Array }
