// Importing 100,000 patients into a full table on both engines, and how long readers wait meanwhile
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { makePatientsWorkbook } from '../server/src/spreadsheet/testing/patients-workbook.ts'
import { syntheticPatients } from '../server/src/spreadsheet/testing/synthetic-patients.ts'
import { startServerProcess, type ServerProcess } from '../server/src/testing/server-process.ts'
import { onEachEngine } from './support/engines.ts'
import { describeTimes } from './support/times.ts'

const amount = 100_000

const first = makePatientsWorkbook(syntheticPatients(amount), 'ppg-bp')
const second = makePatientsWorkbook(
  syntheticPatients(amount).map((patient, index) => (index % 10 === 0 ? { ...patient, diabetes: 'changed' } : patient)),
  'ppg-bp',
)
console.log(`${amount.toLocaleString('en')} rows, ${(second.length / 1e6).toFixed(1)} MB`)

await onEachEngine(async (engine, database) => {
  const server = await startServerProcess(database)
  try {
    console.log(`${engine}: into an empty table ${seconds(await importFile(server, first))}`)
    await sleep(1_000)
    let isImporting = true
    const reading = readUntil(server, () => !isImporting)
    const took = await importFile(server, second)
    isImporting = false
    console.log(`${engine}: over a full table   ${seconds(took)}, readers ${describeTimes(await reading)}`)
    let count = 0
    const idle = await readUntil(server, () => (count += 1) > 200)
    console.log(`${engine}: the same readers on their own: ${describeTimes(idle)}`)
  } finally {
    await server.stop()
  }
})

async function importFile(server: ServerProcess, file: Buffer): Promise<number> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(file)]), 'patients.xlsx')
  form.set('name', 'hospital_patients')
  const startedAt = performance.now()
  const answer = await server.call('PUT', '/v1/hospital-patients', form)
  if (!answer.ok) throw new Error(`the import answered ${answer.status}: ${await answer.text()}`)
  await answer.text()
  return performance.now() - startedAt
}

/** One reader after the other, each with another page or order. */
async function readUntil(server: ServerProcess, isOver: () => boolean): Promise<number[]> {
  const queries = ['page=1', 'page=4000', 'page=2500&sort=bmi&order=desc', 'search=77', 'search=9&sort=age']
  const times: number[] = []
  for (let index = 0; !isOver(); index += 1) {
    const startedAt = performance.now()
    const answer = await server.call('GET', `/v1/hospital-patients?${queries[index % queries.length]}`)
    if (!answer.ok) throw new Error(`a reader got ${answer.status}`)
    await answer.text()
    times.push(performance.now() - startedAt)
    await sleep(5)
  }
  return times
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`
}
