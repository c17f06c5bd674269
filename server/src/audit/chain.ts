import { sql } from 'kysely'
import { snakeCase } from '../database/tables/snake-case.ts'
import type { Db } from '../database/tables.ts'
import type { AuditEventsTable } from '../database/tables/audit.ts'
import { type ChainEnd, rowFields } from './entry.ts'
import { type Checkpoint, isOfKnownKey, isSigned, parseCheckpoints } from './verify-audit.mjs'

/** Rows in a batch: at most a few megabytes. */
const batchSize = 5_000

/** The database renames the fields: doing it in JavaScript takes a fifth of the time of a verification. */
function selectRows(db: Db) {
  return db
    .withoutPlugins()
    .withTables<{ audit_events: AuditEventsTable }>()
    .selectFrom('audit_events')
    .select(rowFields.map((field) => sql.ref<AuditEventsTable[typeof field]>(snakeCase(field)).as(field)))
    .$castTo<AuditEventsTable>()
}

/** The rows after a sequence, in order, in batches. @param last the last row to read */
export async function* readChain(
  db: Db,
  after: number,
  last = Number.MAX_SAFE_INTEGER,
): AsyncGenerator<AuditEventsTable[]> {
  const read = (from: number) =>
    selectRows(db)
      .where('sequence', '>', from)
      .where('sequence', '<=', last)
      .orderBy('sequence')
      .limit(batchSize)
      .execute()

  for (let next = read(after); ;) {
    const rows = await next
    const end = rows.at(-1)
    if (!end) return
    // PostgreSQL reads the next batch while the caller works on this one.
    next = read(end.sequence)
    // The next turn of the loop throws it, unless the caller leaves the loop.
    next.catch(() => {})
    yield rows
  }
}

export async function findChainEnd(db: Db): Promise<ChainEnd | undefined> {
  return db
    .selectFrom('auditEvents')
    .select(['sequence', 'hash'])
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
}

type Seals = {
  /** The checkpoint of the last archived row: the chain begins after it. */
  signed: Checkpoint | undefined
  /** A larger one, of a key that is not known. It counts for nothing, but may be genuine. */
  unknown: Checkpoint | undefined
}

/** Whoever can write to the database can add a row to this table, so only what a known key has signed counts. */
export async function findSeals(db: Db, verifierKeys: string[]): Promise<Seals> {
  const rows = await db.selectFrom('auditSeals').select('note').execute()
  const seals = rows
    .flatMap(({ note }) => parseCheckpoints(note))
    .filter(({ isSeal }) => isSeal)
    .sort((a, b) => b.size - a.size)
  const signed = seals.find((seal) => isSigned(seal, verifierKeys))
  const unknown = seals.find((seal) => !isOfKnownKey(seal, verifierKeys))
  return { signed, unknown: unknown && unknown.size > (signed?.size ?? 0) ? unknown : undefined }
}
