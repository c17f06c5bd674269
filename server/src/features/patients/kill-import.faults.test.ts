import { setTimeout as sleep } from 'node:timers/promises'
import { listPatients } from '@health-console/contract/patients/patients.ts'
import { afterAll, expect, test } from 'vitest'
import { createContext } from '../../core/context.ts'
import { readConfig } from '../../core/config.ts'
import { openDatabase } from '../../core/database/open.ts'
import { databaseSettings } from '../../../testing/engines/database-settings.ts'
import { freshDatabase } from '../../../testing/engines/engines.ts'
import { faultRounds } from '../../../testing/processes/fault-rounds.ts'
import { type ServerProcess, startServerProcess } from '../../../testing/processes/server-process.ts'
import { sweepImports } from './import/sweep-imports.ts'
import { patientsWith, workbook } from '../../../testing/patients/upload.ts'

const database = await freshDatabase()
const anHour = 60 * 60_000
const rowsOf = (generation: number) => 1_500 + generation

let server: ServerProcess | undefined

afterAll(async () => {
  await server?.kill()
  await database.remove()
})

test('a server killed at any time of an import leaves either the complete old or the complete new table', async () => {
  server = await startServerProcess(database, { PAGE_SIZE: '200' })
  const startedAt = performance.now()
  expect((await importTable(server, 0)).status).toBe(200)
  const importMs = performance.now() - startedAt
  let shown = 0
  const outcomes = { old: 0, new: 0, acknowledged: 0 }
  for (let round = 1; round <= faultRounds; round += 1) {
    const importing = importTable(server, round).catch(() => undefined)
    // The kills are spread over the whole import and shortly after its end.
    await sleep((importMs * 1.2 * ((round * 7) % faultRounds)) / faultRounds + Math.random() * 100)
    await server.kill()
    const isAcknowledged = (await importing)?.status === 200
    await endLease()

    server = await startServerProcess(database, { PAGE_SIZE: '200' })
    const found = await shownGeneration(server)
    expect(isAcknowledged ? [round] : [shown, round]).toContain(found)
    outcomes[found === round ? 'new' : 'old'] += 1
    if (isAcknowledged) outcomes.acknowledged += 1
    shown = found
  }
  await server.stop()
  if (faultRounds > 10) console.warn(`killed ${faultRounds} times: ${JSON.stringify(outcomes)}`)
  expect(await leftOverRows()).toBe(0)
  expect(await countLogged()).toBe(outcomes.new + 1)
})

/** Every row of a table contains the import that it belongs to. */
function importTable(running: ServerProcess, generation: number): Promise<Response> {
  const patients = patientsWith(rowsOf(generation)).map((patient) => ({ ...patient, diabetes: `import ${generation}` }))
  const form = new FormData()
  form.set('name', 'hospital_patients')
  form.set('file', new Blob([new Uint8Array(workbook(patients))]), 'table.xlsx')
  return running.call('PUT', '/v1/hospital-patients', form)
}

async function shownGeneration(running: ServerProcess): Promise<number> {
  const findings = new Set<string>()
  const members = new Set<string>()
  for (const sort of ['', '&sort=memberId&order=desc']) {
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const answer = await running.call('GET', `/v1/hospital-patients?page=${page}${sort}`)
      const { data } = listPatients.response.parse(await answer.json())
      pages = data.meta.totalPages
      for (const patient of data.data) {
        findings.add(patient.diabetes ?? '')
        members.add(patient.memberId)
      }
    }
  }
  expect(findings.size).toBe(1)
  const generation = Number([...findings][0]?.split(' ')[1])
  expect(members.size).toBe(rowsOf(generation))
  return generation
}

/** Ends the lease of the dead import, so that the test need not wait for it. */
async function endLease(): Promise<void> {
  const { db, close } = openDatabase(database)
  await db.updateTable('patientTableState').set({ leaseEndsAtMs: 0 }).execute()
  await close()
}

/** The tables that have been current, according to the audit log. */
async function countLogged(): Promise<number> {
  const { db, close } = openDatabase(database)
  const { shown } = await db
    .selectFrom('auditEvents')
    .select((select) => select.fn.countAll<number>().as('shown'))
    .where('action', '=', 'patients.import')
    .where('outcome', '=', 'ok')
    .executeTakeFirstOrThrow()
  await close()
  return shown
}

/** Rows of tables that no stored import uses, after the sweep. */
async function leftOverRows(): Promise<number> {
  const opened = openDatabase(database)
  const config = readConfig(databaseSettings(database))
  await sweepImports(await createContext(config, opened, () => Date.now() + anHour))
  await sweepImports(await createContext(config, opened, () => Date.now() + 2 * anHour))
  const { n } = await opened.db
    .selectFrom('patients')
    .select((select) => select.fn.countAll<number>().as('n'))
    .where('tableId', 'not in', (imports) =>
      imports.selectFrom('patientImports').select('tableId').where('state', '=', 'applied'),
    )
    .executeTakeFirstOrThrow()
  await opened.close()
  return n
}
