import type { Readable } from 'node:stream'
import { patientColumns } from '@health-console/contract/patients/patients.ts'
import { writeWorkbook, type WrittenBatch } from '../../../core/spreadsheet/write-workbook.ts'
import type { PatientTableRow } from './store.ts'

/**
 * The rows as a spreadsheet that can be imported again without changing anything.
 * @param log logs the patients of a batch, before any of them is sent
 */
export function downloadTable(
  batches: AsyncIterable<PatientTableRow[]>,
  log: (memberIds: string[]) => Promise<void>,
): Readable {
  const sheet = { name: 'Hospital patients', columns: patientColumns, isFrozen: true }
  return writeWorkbook([{ ...sheet, batches: loggedRows(batches, log) }])
}

async function* loggedRows(
  batches: AsyncIterable<PatientTableRow[]>,
  log: (memberIds: string[]) => Promise<void>,
): AsyncGenerator<WrittenBatch> {
  yield { rows: [{ rowNumber: 1, cells: patientColumns.map(({ heading }) => heading) }] }
  let rowNumber = 1
  for await (const batch of batches) {
    await log(batch.map(({ memberId }) => memberId))
    yield {
      rows: batch.map((row) => ({ rowNumber: (rowNumber += 1), cells: patientColumns.map(({ key }) => row[key]) })),
    }
  }
}
