// Downloading 100,000 and 200,000 patients on both engines: time, processor time, and the peak of the server's memory
import { readFileSync, writeFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { makePatientsWorkbook } from '../server/testing/spreadsheet/patients-workbook.ts'
import { syntheticPatients } from '../server/testing/spreadsheet/synthetic-patients.ts'
import { startServerProcess, type ServerProcess } from '../server/testing/server-process.ts'
import { onEachEngine } from './support/engines.ts'

const amounts = [100_000, 200_000]

await onEachEngine(async (engine, database) => {
  const server = await startServerProcess(database)
  try {
    for (const amount of amounts) {
      await importPatients(server, amount)
      await download(server, '?search=1')
      // Resets the peak; only available on Linux.
      writeFileSync(`/proc/${server.pid}/clear_refs`, '5')
      const before = memoryMb(server.pid, 'VmRSS')
      const startedAt = performance.now()
      const bytes = await download(server, '?sort=bmi')
      const seconds = (performance.now() - startedAt) / 1_000
      const above = memoryMb(server.pid, 'VmHWM') - before
      console.log(
        `${engine}: ${amount.toLocaleString('en')} rows, ${(bytes / 1e6).toFixed(1)} MB in ${seconds.toFixed(1)} s, peak ${above.toFixed(0)} MB above ${before.toFixed(0)} MB`,
      )
    }
  } finally {
    await server.stop()
  }
})

async function importPatients(server: ServerProcess, amount: number): Promise<void> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(makePatientsWorkbook(syntheticPatients(amount), 'ppg-bp'))]), 'a.xlsx')
  form.set('name', 'hospital_patients')
  const answer = await server.call('PUT', '/v1/hospital-patients', form)
  if (!answer.ok) throw new Error(`the import answered ${answer.status}: ${await answer.text()}`)
  await answer.text()
}

async function download(server: ServerProcess, query: string): Promise<number> {
  const answer = await server.call('GET', `/v1/hospital-patients/download${query}`)
  if (!answer.ok || !answer.body) throw new Error(`the download answered ${answer.status}`)
  let bytes = 0
  for await (const chunk of answer.body) bytes += chunk.length
  return bytes
}

function memoryMb(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  const line = new RegExp(`${field}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(line?.[1] ?? 0) / 1024
}
