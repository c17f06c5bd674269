import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { patientRows } from '../../../../testing/patients/rows.ts'
import { downloadTable } from './download-table.ts'
import { patientColumns } from '@health-console/contract/patients/patients.ts'
import type { PatientTableRow } from './store.ts'

/** Batches of the same thousand patients, counted as they are read. */
function countedBatches() {
  const seen = { batches: 0, ended: false }
  const batch = patientRows(1_000).map(
    (row) => Object.fromEntries(patientColumns.map(({ key }, index) => [key, row[index]])) as PatientTableRow,
  )
  async function* batches() {
    try {
      for (; seen.batches < 500; seen.batches += 1) yield batch
    } finally {
      seen.ended = true
    }
  }
  return { seen, batches: batches() }
}

test('no more rows are read than are sent, and none once the caller has disconnected', async () => {
  const { seen, batches } = countedBatches()
  const download = downloadTable(batches, async () => {})
  await once(download, 'readable')
  for (let turn = 0; turn < 1_000; turn += 1) await setImmediate()
  expect(seen.batches).toBeLessThan(20)
  download.destroy()
  await expect.poll(() => seen.ended).toBe(true)
})

test('patients that cannot be logged are not sent', async () => {
  const { seen, batches } = countedBatches()
  const failing = downloadTable(batches, () => Promise.reject(new Error('not logged')))
  await expect(buffer(failing)).rejects.toThrow('not logged')
  expect(seen).toEqual({ batches: 0, ended: true })
})
