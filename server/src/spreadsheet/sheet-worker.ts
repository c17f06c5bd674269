import { parentPort, workerData } from 'node:worker_threads'
import { packBatch } from './batch-codec.ts'
import { SpreadsheetError } from './errors.ts'
import { readSheet } from './read-sheet.ts'
import type { FromSheetWorker, SheetWorkerData } from './read-sheet-in-worker.ts'

// The thread that readSheetInWorker starts: reads, and sends a batch for every credit it holds.

if (!parentPort) throw new Error('sheet-worker.ts runs as a worker thread only')
const port = parentPort
const { path, options, credits } = workerData as SheetWorkerData

let creditsLeft = credits
let wake = (): void => {}
port.on('message', () => {
  creditsLeft += 1
  wake()
})

try {
  for await (const batch of readSheet(path, options)) {
    while (creditsLeft === 0) {
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
    creditsLeft -= 1
    send({ type: 'batch', batch: packBatch(batch) })
  }
  send({ type: 'end' })
} catch (error) {
  if (!(error instanceof SpreadsheetError)) throw error
  send({ type: 'refused', code: error.code, message: error.message })
}
port.close()

function send(message: FromSheetWorker): void {
  port.postMessage(message)
}
