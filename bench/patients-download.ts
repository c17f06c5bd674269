// Downloading 100,000 and 200,000 patients on both engines: time, processor time, and the peak of the server's memory
import { writeFileSync } from 'node:fs'
import { makePatientsWorkbook } from '../server/testing/spreadsheet/patients-workbook.ts'
import { syntheticPatients } from '../server/testing/spreadsheet/synthetic-patients.ts'
import { startServerProcess, type ServerProcess } from '../server/testing/processes/server-process.ts'
import { onEachEngine } from './support/engines.ts'
import { formOf, importPatients } from './support/import-patients.ts'
import { memoryBytes } from './support/memory.ts'

const amounts = [100_000, 200_000]

await onEachEngine(async (engine, database) => {
  const server = await startServerProcess(database)
  try {
    for (const amount of amounts) {
      await importPatients(server, formOf(makePatientsWorkbook(syntheticPatients(amount), 'ppg-bp')))
      await download(server, '?search=1')
      // Resets the peak. This works only on Linux.
      writeFileSync(`/proc/${server.pid}/clear_refs`, '5')
      const before = memoryBytes(server.pid, 'VmRSS') / 2 ** 20
      const startedAt = performance.now()
      const bytes = await download(server, '?sort=bmi')
      const seconds = (performance.now() - startedAt) / 1_000
      const above = memoryBytes(server.pid, 'VmHWM') / 2 ** 20 - before
      console.log(
        `${engine}: ${amount.toLocaleString('en')} rows, ${(bytes / 1e6).toFixed(1)} MB in ${seconds.toFixed(1)} s, peak ${above.toFixed(0)} MB above ${before.toFixed(0)} MB`,
      )
    }
  } finally {
    await server.stop()
  }
})

async function download(server: ServerProcess, query: string): Promise<number> {
  const answer = await server.call('GET', `/v1/hospital-patients/download${query}`)
  if (!answer.ok || !answer.body) throw new Error(`the download answered ${answer.status}`)
  let bytes = 0
  for await (const chunk of answer.body) bytes += chunk.length
  return bytes
}
