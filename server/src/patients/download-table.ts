import type { Readable } from 'node:stream'
import { patientColumns } from '@health-console/contract/patients.ts'
import { writeWorkbook } from '../spreadsheet/write-workbook.ts'
import type { PatientRecord } from './store.ts'

const columns = patientColumns.map(({ heading, type }) => ({ heading, type }))

/**
 * The rows as a spreadsheet that can be imported again without changing anything.
 * @param record puts the patients of a batch on record, before any of them is sent
 */
export function downloadTable(
  batches: AsyncIterable<PatientRecord[]>,
  record: (memberIds: string[]) => Promise<void>,
): Readable {
  return writeWorkbook('Hospital patients', columns, recordedRows(batches, record))
}

async function* recordedRows(batches: AsyncIterable<PatientRecord[]>, record: (memberIds: string[]) => Promise<void>) {
  for await (const batch of batches) {
    await record(batch.map(({ memberId }) => memberId))
    yield batch.map((row) => patientColumns.map(({ key }) => row[key]))
  }
}
