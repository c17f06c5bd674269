import { randomUUIDv7 } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'
import { guardRecord } from './016-audit-guard.ts'
import { oldTerms, type OldEvent } from './016-old-terms.ts'

type Before = {
  sessions: { id: string; tokenHash: string }
  admins: { id: string; email: string; fullName: string; role: string }
  auditEvents: OldEvent
  auditIndex: { sequence: number }
  formerAdmins: { id: string; email: string; fullName: string; role: string; leftAtMs: number }
}

/**
 * Rows of the record name everybody shown, the session and the operator's account; `audit_terms` finds them, also the
 * rows that exist, which stay as they are. Sessions get a public id. Who left is kept with name.
 */
export async function up(db: Kysely<Before>, engine: Engine): Promise<void> {
  await addSessionIds(db)
  await addFormerAdmins(db)

  const events = () => db.schema.alterTable('auditEvents')
  await events()
    .addColumn('subjects', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute()
  await events().addColumn('sessionId', 'text').execute()
  await events().addColumn('operator', 'text').execute()
  const index = (name: string, columns: string[]) => db.schema.createIndex(name).on('auditEvents').columns(columns)
  await index('auditEventsAt', ['atMs', 'sequence']).execute()
  await index('auditEventsAction', ['action', 'outcome', 'atMs', 'sequence']).execute()
  await index('auditEventsActor', ['actorId', 'action', 'outcome', 'atMs', 'sequence']).execute()

  // Ids are searched by prefix, which needs the order of bytes.
  const term = engine.name === 'postgres' ? sql`text collate "C"` : 'text'
  const terms = db.schema
    .createTable('auditTerms')
    .addColumn('term', term, (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('atMs', 'bigint', (column) => column.notNull())
    .addColumn('sequence', 'bigint', (column) => column.notNull())
    // The time is the last column, because somebody on the first page of a list is named by nearly every row.
    .addPrimaryKeyConstraint('auditTermsPrimaryKey', ['term', 'action', 'outcome', 'atMs', 'sequence'])
  await (engine.name === 'sqlite' ? terms.modifyEnd(sql`without rowid`) : terms).execute()
  await db.schema
    .createTable('auditIndex')
    .addColumn('sequence', 'bigint', (column) => column.notNull())
    .execute()
  await db
    .insertInto('auditIndex')
    .values({ sequence: await addTerms(db, engine) })
    .execute()
  await guardRecord(db, engine)
}

async function addSessionIds(db: Kysely<Before>): Promise<void> {
  await db.schema.alterTable('sessions').addColumn('id', 'text').execute()
  for (const { tokenHash } of await db.selectFrom('sessions').select('tokenHash').execute()) {
    await db.updateTable('sessions').set({ id: randomUUIDv7() }).where('tokenHash', '=', tokenHash).execute()
  }
  await db.schema
    .alterTable('sessions')
    .alterColumn('id', (column) => column.setNotNull())
    .execute()
  await db.schema.createIndex('sessionsId').unique().on('sessions').column('id').execute()
}

async function addFormerAdmins(db: Kysely<Before>): Promise<void> {
  await db.schema
    .createTable('formerAdmins')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('fullName', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('leftAtMs', 'bigint', (column) => column.notNull())
    .execute()
  // Their role was not kept. The console revokes admins alone.
  const left = db
    .selectFrom('admins')
    .select((column) => [
      'id',
      'email',
      'fullName',
      sql<string>`'admin'`.as('role'),
      column.fn
        .coalesce(
          column
            .selectFrom('auditEvents')
            .select((event) => event.fn.max('atMs').as('atMs'))
            .where('action', '=', 'admin.revoke')
            .where('outcome', '=', 'ok')
            .whereRef('subject', '=', 'admins.id'),
          sql<number>`0`,
        )
        .as('leftAtMs'),
    ])
    .where('role', '=', 'user')
  await db
    .insertInto('formerAdmins')
    .columns(['id', 'email', 'fullName', 'role', 'leftAtMs'])
    .expression(left)
    .execute()
}

/** @returns the last sequence of the record */
async function addTerms(db: Kysely<Before>, engine: Engine): Promise<number> {
  const batchSize = 2_000
  for (let last = 0; ;) {
    const rows = await db
      .selectFrom('auditEvents')
      .select(['sequence', 'atMs', 'action', 'outcome', 'subject', 'address', 'requestId'])
      .where('sequence', '>', last)
      .orderBy('sequence')
      .limit(batchSize)
      .execute()
    await engine.insertMany(db as never, 'auditTerms', rows.flatMap(oldTerms))
    last = rows.at(-1)?.sequence ?? last
    if (rows.length < batchSize) return last
  }
}
