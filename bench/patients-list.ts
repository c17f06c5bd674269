// Any page, sort or search of 200,000 patients on both engines
import { patientColumns } from '@health-console/contract/patients/patients.ts'
import { showFirstTable } from '../server/src/features/patients/show-first-table.ts'
import { patientRows } from '../server/testing/patients/rows.ts'
import { startServerProcess } from '../server/testing/processes/server-process.ts'
import { withoutBulkLimits } from './support/clients.ts'
import { onEachEngine, withDatabase } from './support/engines.ts'
import { describeTimes } from './support/times.ts'

const amount = 200_000
const pages = amount / 20
const rounds = 10

const anyPage = () => 1 + Math.floor(Math.random() * pages)
const anyColumn = () => patientColumns[Math.floor(Math.random() * patientColumns.length)]?.key
const anyOrder = () => (Math.random() < 0.5 ? 'asc' : 'desc')

const scenarios: Record<string, () => string> = {
  'a page of the file': () => `page=${anyPage()}`,
  'a page of a sort': () => `page=${anyPage()}&sort=${anyColumn()}&order=${anyOrder()}`,
  'the last page of a sort': () => `page=${pages}&sort=${anyColumn()}&order=${anyOrder()}`,
  'a search that finds few': () => `search=${10_000 + Math.floor(Math.random() * 90_000)}`,
  'a search that finds half': () => `search=1&page=${Math.ceil(anyPage() / 3)}`,
  'a search that finds nothing': () => 'search=no-such-member',
  'a sorted search': () => `search=${Math.floor(Math.random() * 10)}&sort=${anyColumn()}&order=${anyOrder()}&page=900`,
}

await onEachEngine(async (engine, database) => {
  const input = { file: { fileName: 'bench.xlsx', sizeBytes: 1, sha256: '' }, nowMs: Date.now() }
  await withDatabase(database, ({ db, engine: own }) =>
    db.transaction().execute((transaction) => showFirstTable(transaction, own, patientRows(amount), input)),
  )

  const server = await startServerProcess(database, withoutBulkLimits)
  try {
    for (const [name, query] of Object.entries(scenarios)) {
      const times: number[] = []
      for (let round = 0; round < rounds * patientColumns.length; round += 1) {
        const startedAt = performance.now()
        const answer = await server.call('GET', `/v1/hospital-patients?${query()}`)
        await answer.text()
        if (!answer.ok) throw new Error(`${name}: ${answer.status}`)
        times.push(performance.now() - startedAt)
      }
      console.log(`${engine} ${name.padEnd(28)} ${describeTimes(times)}`)
    }
  } finally {
    await server.stop()
  }
})
