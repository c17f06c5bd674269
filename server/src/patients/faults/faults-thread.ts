import { parentPort, workerData } from 'node:worker_threads'
import { openDatabase } from '../../database/open.ts'
import { findingList, readAllWarnings, warningsList } from '../import/preview-lists.ts'
import { Problems } from './problems.ts'
import type { FaultsData } from './run-faults-thread.ts'
import { writeFaults } from './write-faults.ts'

// The thread that writes one workbook of faults: it reads the kept file again, which may be a hostile one.

if (!parentPort) throw new Error('faults-thread.ts runs as a worker thread only')
const { database: config, file, tableId, findingIds }: FaultsData = workerData

const database = openDatabase(config, { timeouts: 'long' })
try {
  const problems = new Problems()
  for (const name of [warningsList, ...findingIds.map(findingList)]) {
    for await (const warning of readAllWarnings(database.db, tableId, name)) problems.add(warning)
  }
  parentPort.postMessage(await writeFaults(file, problems))
} finally {
  await database.close()
}
