import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/build-app.ts'
import { signedIn } from '../../../testing/factories.ts'
import { patientRows, showRows } from '../../../testing/patients/rows.ts'
import { stageTable } from '../../../testing/patients/upload.ts'
import { downloadTable } from './download-table.ts'
import { patientColumns } from '@health-console/contract/patients.ts'
import type { PatientTableRow } from './store.ts'

const amount = 100_000

// It takes most of a minute on two busy cores.
const timeout = 600_000

test(
  'a table of 100,000 patients can be downloaded and imported again, and nothing has changed',
  { timeout },
  async () => {
    const testApp = await buildTestApp()
    const session = await signedIn(testApp)
    await showRows(testApp, patientRows(amount))
    const file = (await session.call('GET', '/v1/hospital-patients/download?sort=bmi&order=desc')).rawPayload
    const { preview } = await stageTable(testApp, session, file)
    const same = {
      rowsNow: amount,
      rowsInFile: amount,
      unchanged: amount,
      changed: 0,
      added: 0,
      removed: 0,
      changes: [],
    }
    expect(preview).toMatchObject(same)
  },
)

/** Batches of the same thousand patients, counted as they are taken. */
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

test('no more rows are read than are sent, and none once the caller has left', async () => {
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
