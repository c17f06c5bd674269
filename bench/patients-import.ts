// Importing 219 and 100,000 patients on both engines, how soon the preview appears, and how long readers wait meanwhile
import { setTimeout as sleep } from 'node:timers/promises'
import { makePatientsWorkbook } from '../server/testing/spreadsheet/patients-workbook.ts'
import { syntheticPatients } from '../server/testing/spreadsheet/synthetic-patients.ts'
import { startServerProcess, type ServerProcess } from '../server/testing/processes/server-process.ts'
import { onEachEngine } from './support/engines.ts'
import { formOf, importPatients } from './support/import-patients.ts'
import { processorSeconds } from './support/processor.ts'
import { describeTimes } from './support/times.ts'
import { whileReading } from './support/while-reading.ts'

type Cost = { seconds: number; cpuSeconds: number }

const amount = 100_000
const smallRounds = 5
const pages = ['page=1', 'page=4000', 'page=2500&sort=bmi&order=desc', 'search=77', 'search=9&sort=age'].map(
  (query) => `/v1/hospital-patients?${query}`,
)

const small = makePatientsWorkbook(syntheticPatients(219), 'ppg-bp')
const first = makePatientsWorkbook(syntheticPatients(amount), 'ppg-bp')
const second = makePatientsWorkbook(
  syntheticPatients(amount).map((patient, index) => (index % 10 === 0 ? { ...patient, diabetes: 'changed' } : patient)),
  'ppg-bp',
)
console.log(`${amount.toLocaleString('en')} rows, ${(second.length / 1e6).toFixed(1)} MB`)

await onEachEngine(async (engine, database) => {
  const server = await startServerProcess(database)
  try {
    for (let round = 1; round <= smallRounds; round += 1) {
      console.log(`${engine}: 219 rows            ${describe(await importFile(server, small))}`)
    }
    await previewSmall(engine, server)
    console.log(`${engine}: over a small table  ${describe(await importFile(server, first))}`)
    await previewSmall(engine, server)
    await sleep(1_000)
    const [took, waited] = await whileReading(server, pages, () => importFile(server, second))
    console.log(
      `${engine}: over a full table   ${describe(took)} with the readers, who waited ${describeTimes(waited)}`,
    )
    const [, idle] = await whileReading(server, pages, () => sleep(3_000))
    console.log(`${engine}: the same readers on their own: ${describeTimes(idle)}`)
  } finally {
    await server.stop()
  }
})

/** Alternates between runs with and without the request that the page sends when its dialog opens. */
async function previewSmall(engine: string, server: ServerProcess): Promise<void> {
  const times = { cold: [] as number[], prepared: [] as number[] }
  for (let round = 1; round <= smallRounds; round += 1) {
    times.cold.push(await previewFile(server, small))
    await server.call('POST', '/v1/patient-imports/preparation')
    await sleep(2_000)
    times.prepared.push(await previewFile(server, small))
  }
  console.log(`${engine}: 219 rows, preview   ${describeTimes(times.cold)}; prepared ${describeTimes(times.prepared)}`)
}

/** Sends the same requests as the page. @returns milliseconds */
async function previewFile(server: ServerProcess, file: Buffer): Promise<number> {
  const startedAt = performance.now()
  let answer = await server.call('POST', '/v1/patient-imports', formOf(file))
  let { data } = (await answer.json()) as { data: { id: string; state: string } }
  for (let waitMs = 40; data.state === 'reading'; waitMs = Math.min(waitMs * 1.2, 500)) {
    await sleep(waitMs)
    answer = await server.call('GET', `/v1/patient-imports/${data.id}`)
    ;({ data } = (await answer.json()) as { data: typeof data })
  }
  if (data.state !== 'ready') throw new Error(`the import is ${data.state}`)
  const tookMs = performance.now() - startedAt
  await server.call('DELETE', `/v1/patient-imports/${data.id}`)
  return tookMs
}

async function importFile(server: ServerProcess, file: Buffer): Promise<Cost> {
  const form = formOf(file)
  const startedAt = performance.now()
  const cpuBefore = processorSeconds(server.pid)
  await importPatients(server, form)
  return { seconds: (performance.now() - startedAt) / 1_000, cpuSeconds: processorSeconds(server.pid) - cpuBefore }
}

function describe({ seconds, cpuSeconds }: Cost): string {
  return `${seconds.toFixed(2)} s, ${cpuSeconds.toFixed(2)} CPU s`
}
