import { parentPort, workerData } from 'node:worker_threads'
import { openDatabase } from '../../../core/database/open.ts'
import { findingList, readAllWarnings, warningsList } from '../import/preview-lists.ts'
import { RowReasons } from './row-reasons.ts'
import { hashIds, packHashes } from '../reading/member-ids.ts'
import type { MarkedFileData, MarkedPatients } from './marked-file-data.ts'
import { writeMarkedFile } from './write-marked-file.ts'

// The thread that writes one marked file: it reads the stored file again, which may be a hostile one.

if (!parentPort) throw new Error('marked-file-thread.ts runs as a worker thread only')
const { database: config, file, tableId, findingIds, hasher }: MarkedFileData = workerData

const database = openDatabase(config, { timeouts: 'long' })
try {
  const reasons = new RowReasons()
  for (const name of [warningsList, ...findingIds.map(findingList)]) {
    for await (const warning of readAllWarnings(database.db, tableId, name)) reasons.add(warning)
  }
  const memberIds = await writeMarkedFile(file, reasons)
  const patients: MarkedPatients = { memberIds, hashes: packHashes(hashIds(hasher, memberIds)) }
  parentPort.postMessage(patients)
} finally {
  await database.close()
}
