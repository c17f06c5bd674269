import { Worker } from 'node:worker_threads'
import { unpackBatch, type PackedBatch } from './batch-codec.ts'
import type { SheetBatch } from './cells.ts'
import { SpreadsheetError, type SpreadsheetErrorCode } from './errors.ts'
import { defaultLimits } from './limits.ts'
import type { ReadSheetOptions } from './read-sheet.ts'
import { timeLimitError } from './working-clock.ts'

export interface ReadSheetInWorkerOptions extends ReadSheetOptions {
  /** What the thread may keep in JavaScript memory before it is stopped. */
  memoryMb?: number
}

export interface SheetWorkerData {
  path: string
  options: ReadSheetOptions
  credits: number
}

export type FromSheetWorker =
  | { type: 'batch'; batch: PackedBatch }
  | { type: 'end' }
  | { type: 'refused'; code: SpreadsheetErrorCode; message: string }

/** Batches that may lie unread between the thread and the consumer. */
const window = 4

/**
 * readSheet in a thread of its own: a hostile file can hold up neither the caller's event loop nor its memory, and is
 * stopped when its time is up. Aborting `signal` or leaving the loop stops the thread as well.
 */
export async function* readSheetInWorker(
  path: string,
  { memoryMb = 192, ...options }: ReadSheetInWorkerOptions = {},
  signal?: AbortSignal,
): AsyncGenerator<SheetBatch, void> {
  signal?.throwIfAborted()
  const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), {
    workerData: { path, options, credits: window } satisfies SheetWorkerData,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32 },
    env: {},
    execArgv: [],
  })
  const inbox = new Inbox(options.limits?.timeMs ?? defaultLimits.timeMs)
  worker.on('message', (message: FromSheetWorker) => inbox.put(message))
  worker.on('error', (error) => inbox.fail(isOutOfMemory(error) ? memoryLimitError() : error))
  worker.on('exit', () => inbox.fail(new Error('The spreadsheet thread ended before the sheet did')))
  const abort = (): void => {
    inbox.fail(signal?.reason)
    void worker.terminate()
  }
  signal?.addEventListener('abort', abort)
  try {
    for (;;) {
      const message = await inbox.take()
      signal?.throwIfAborted()
      if (message.type === 'end') return
      if (message.type === 'refused') throw new SpreadsheetError(message.code, message.message)
      worker.postMessage('credit')
      yield unpackBatch(message.batch)
    }
  } finally {
    signal?.removeEventListener('abort', abort)
    await worker.terminate()
  }
}

/** The thread's messages in order, then what ended them. Time spent waiting for the thread is counted. */
class Inbox {
  readonly #messages: FromSheetWorker[] = []
  readonly #timeMs: number
  #waitedMs = 0
  #failure: { reason: unknown } | undefined
  #wake = (): void => {}

  constructor(timeMs: number) {
    this.#timeMs = timeMs
  }

  put(message: FromSheetWorker): void {
    this.#messages.push(message)
    this.#wake()
  }

  fail(reason: unknown): void {
    this.#failure ??= { reason }
    this.#wake()
  }

  async take(): Promise<FromSheetWorker> {
    if (this.#messages.length === 0 && !this.#failure) await this.#wait()
    const message = this.#messages.shift()
    if (message) return message
    throw this.#failure?.reason
  }

  async #wait(): Promise<void> {
    const startedAt = performance.now()
    const timer = setTimeout(() => this.fail(timeLimitError(this.#timeMs)), this.#timeMs - this.#waitedMs)
    await new Promise<void>((resolve) => {
      this.#wake = resolve
    })
    clearTimeout(timer)
    this.#waitedMs += performance.now() - startedAt
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}

function memoryLimitError(): SpreadsheetError {
  return new SpreadsheetError(
    'memory_limit',
    'The file needs more memory than an import may use. Split it into smaller files, or remove unused sheets and formatting.',
  )
}
