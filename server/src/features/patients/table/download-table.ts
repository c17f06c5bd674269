import type { Readable } from 'node:stream'
import { patientColumns } from '@health-console/contract/patients.ts'
import { writeWorkbook } from '../../../core/spreadsheet/write-workbook.ts'
import type { PatientTableRow } from './store.ts'

const columns = patientColumns.map(({ heading, type }) => ({ heading, type }))

/**
 * The rows as a spreadsheet that can be imported again without changing anything.
 * @param log logs the patients of a batch, before any of them is sent
 */
export function downloadTable(
  batches: AsyncIterable<PatientTableRow[]>,
  log: (memberIds: string[]) => Promise<void>,
): Readable {
  return writeWorkbook('Hospital patients', columns, loggedRows(batches, log))
}

async function* loggedRows(batches: AsyncIterable<PatientTableRow[]>, log: (memberIds: string[]) => Promise<void>) {
  for await (const batch of batches) {
    await log(batch.map(({ memberId }) => memberId))
    yield batch.map((row) => patientColumns.map(({ key }) => row[key]))
  }
}
