import { setImmediate } from 'node:timers/promises'
import type { Context } from '../../../core/context.ts'
import type { AuditEventsTable } from '../../../core/database/tables/audit.ts'
import { toExportLine } from '../../../core/audit/verify-audit.mjs'
import { exportTrailer } from '../../../core/audit/export-trailer.ts'
import { csvHead, toCsv } from './csv.ts'
import { type EventFilter, type EventPage } from '../search/find-events.ts'
import { presentEvent } from '../presenting/present.ts'
import { tooManyIds } from '../search/read-query.ts'
import { searchEvents } from '../search/search.ts'
import { listStaffNames } from '../presenting/staff-names.ts'
import { withPauses } from '../../../core/with-pauses.ts'

/** One entry may name a thousand subjects, so a batch may have 20 MB. */
const batchSize = 100
const pauseAfter = 256 * 1024

type Export = {
  format: 'csv' | 'ndjson'
  /** Undefined: the whole audit log, in chain order, so that it can be verified. */
  filter: EventFilter | undefined
}

/** How an export ended, and with how many entries. */
export type Ended = { outcome: 'ok' | 'failed'; count: number }

/**
 * Streams the entries in batches, newest first. A batch is read once the caller has received the previous one. The
 * first batch is read before this function returns, so that an error in the filter is still thrown.
 * @param logEnd logs the end of the export: before its last bytes, or when the caller disconnects
 */
export async function startExport(
  context: Context,
  { format, filter }: Export,
  logEnd: (ended: Ended) => Promise<void>,
): Promise<AsyncGenerator<string>> {
  const read = withPauses(filter ? matching(context, filter) : chain(context))
  const first = await read.next()
  const newest = first.done ? undefined : first.value[0]
  const write = format === 'csv' ? await csvWriter(context) : { head: '', toLine: toExportLine }

  async function* chunks(): AsyncGenerator<string> {
    let count = 0
    let isWhole = false
    try {
      let waiting = write.head
      for (let batch = first; !batch.done; batch = await read.next()) {
        if (waiting !== '') yield waiting
        waiting = ''
        let pausedAt = 0
        for (const event of batch.value) {
          waiting += write.toLine(event)
          if (waiting.length - pausedAt < pauseAfter) continue
          pausedAt = waiting.length
          await setImmediate()
        }
        count += batch.value.length
      }
      if (format === 'ndjson') waiting += await exportTrailer(context, filter ? undefined : newest)
      await logEnd({ outcome: 'ok', count })
      isWhole = true
      if (waiting !== '') yield waiting
    } finally {
      if (!isWhole) await logEnd({ outcome: 'failed', count })
    }
  }
  return chunks()
}

async function* matching(context: Context, filter: EventFilter): AsyncGenerator<AuditEventsTable[], void> {
  for (let after: EventPage['next'] = null; ;) {
    const found = await searchEvents(context, { filter, after, limit: batchSize })
    if (found === 'too-many') throw tooManyIds()
    yield found.events
    if (found.next === null) return
    after = found.next
  }
}

async function* chain({ db }: Context): AsyncGenerator<AuditEventsTable[], void> {
  for (let before = Number.MAX_SAFE_INTEGER; ;) {
    const events = await db
      .selectFrom('auditEvents')
      .selectAll()
      .where('sequence', '<', before)
      .orderBy('sequence', 'desc')
      .limit(batchSize)
      .execute()
    yield events
    const last = events.at(-1)
    if (!last || events.length < batchSize) return
    before = last.sequence
  }
}

async function csvWriter({ db }: Context) {
  const names = new Map((await listStaffNames(db)).map((each) => [each.id, each]))
  return { head: csvHead, toLine: (row: AuditEventsTable) => toCsv(presentEvent(row, names)) }
}
