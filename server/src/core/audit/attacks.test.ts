import { spawnSync } from 'node:child_process'
import path from 'node:path'
import pino from 'pino'
import { describe, expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/build-app.ts'
import { tamperWithLog } from '../../../testing/audit-log.ts'
import { verifyAuditCommand } from '../../commands/audit-commands.ts'
import type { Context } from '../context.ts'
import type { AuditEventsTable } from '../database/tables/audit.ts'
import { byServer, type ChainEnd, toRow } from './entry.ts'
import { writeExport } from './export-file.ts'
import { exportTrailer } from './export-trailer.ts'
import { emptyChain } from './verify-audit.mjs'
import { writeCheckpoint } from './write-checkpoint.ts'

type Rows = AuditEventsTable[]

const quiet = pino({ level: 'silent' })
const moved = (rows: Rows, by: number) => rows.map((row) => ({ ...row, sequence: row.sequence + by }))
const at = (rows: Rows, sequence: number) => rows[sequence - 1] as AuditEventsTable
const without = (rows: Rows, ...sequences: number[]) => rows.filter((row) => !sequences.includes(row.sequence))

/** A row that follows another one, as anyone who can compute the hash can create it. */
const forged = (after: ChainEnd) => toRow({ ...byServer, action: 'users.list', subjects: ['user:forged'] }, 1, after)

function swap(rows: Rows, one: number, other: number): Rows {
  const [first, second] = [at(rows, one), at(rows, other)]
  return [...without(rows, one, other), { ...second, sequence: one }, { ...first, sequence: other }]
}

/** All rows from a sequence on, with valid hashes. */
function rebuilt(rows: Rows, from: number): Rows {
  const kept = rows.slice(0, from - 1)
  for (let sequence = from; sequence <= rows.length; sequence += 1) {
    kept.push(forged(kept.at(-1) ?? emptyChain))
  }
  return kept
}

/** Starts with ten rows, and checkpoints of five and of ten. */
const attacks: [name: string, attack: (rows: Rows) => Rows, says: string][] = [
  ['edit', (rows) => [...without(rows, 4), { ...at(rows, 4), outcome: 'denied' }], 'row 4: it was changed.'],
  [
    'edit of all subjects',
    (rows) => [...without(rows, 4), { ...at(rows, 4), subjects: '[ ]' }],
    'row 4: it was changed.',
  ],
  ['edit with a valid hash of the row', (rows) => [...without(rows, 4), forged(at(rows, 3))], 'row 4: it was changed.'],
  ['delete', (rows) => without(rows, 4), 'row 4: row 4 was deleted.'],
  ['delete of several', (rows) => without(rows, 4, 5, 6), 'row 4: rows 4 to 6 were deleted.'],
  [
    'delete, the rows after it numbered again',
    (rows) => [...rows.slice(0, 3), ...moved(rows.slice(4), -1)],
    'row 4: row 4 was deleted.',
  ],
  [
    'insert',
    (rows) => [...rows.slice(0, 3), forged(at(rows, 3)), ...moved(rows.slice(3), 1)],
    'row 4: it was inserted.',
  ],
  [
    'insert of a copy',
    (rows) => [...rows.slice(0, 3), { ...at(rows, 2), sequence: 4 }, ...moved(rows.slice(3), 1)],
    'row 4: it was inserted.',
  ],
  ['swap', (rows) => swap(rows, 4, 8), 'row 4: it was swapped with row 8.'],
  ['swap of neighbours', (rows) => swap(rows, 4, 5), 'row 4: it was swapped with row 5.'],
  [
    'cut tail',
    (rows) => rows.slice(0, 7),
    'row 8: the tail was cut, rows 8 to 10 are missing that a checkpoint covers.',
  ],
  ['empty table', () => [], 'row 1: the tail was cut, rows 1 to 10 are missing'],
  [
    'whole table rebuilt',
    (rows) => rebuilt(rows, 1),
    'row 1: rows 1 to 5 are not all those that were signed: the audit log was written again',
  ],
  [
    'end rebuilt',
    (rows) => rebuilt(rows, 8),
    'row 6: rows 6 to 10 are not all those that were signed: the audit log was written again',
  ],
]

describe('the command and the verifier of an export report the first broken row and what was done', () => {
  test.each(attacks)('the change is detected: %s', async (_name, attack, says) => {
    const { context } = await buildTestApp()
    await fill(context)
    await tamperWithLog(context, async (transaction) => {
      const rows = await transaction.selectFrom('auditEvents').selectAll().orderBy('sequence').execute()
      await transaction.deleteFrom('auditEvents').execute()
      const left = attack(rows)
      if (left.length > 0) await transaction.insertInto('auditEvents').values(left).execute()
    })
    await expect(verifyAuditCommand.run(context, [])).rejects.toMatchObject({
      exitCode: 1,
      message: expect.stringContaining(`The audit log is broken at ${says}`),
    })
    if (says.includes('row 1: the tail')) return
    expect(await verifyByFile(context)).toMatchObject({
      status: 1,
      stdout: expect.stringContaining(`The audit log is broken at ${says}`),
    })
  })
})

test('[audit-9] the command and the verifier report an unchanged audit log as intact', async () => {
  const { context } = await buildTestApp()
  await fill(context)
  await context.audit.write([{ ...byServer, action: 'users.list', subjects: [] }])
  expect(await verifyAuditCommand.run(context, [])).toMatch(
    /^The audit log is intact: 11 rows\.\nThe checkpoint of \S+Z proves it up to row 10\.$/,
  )
  expect(await verifyByFile(context)).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(
      /^The audit log is intact: 11 rows\.\nThe checkpoint of \S+Z proves it up to row 11\./,
    ),
  })
})

async function fill(context: Context): Promise<void> {
  for (const part of [1, 2]) {
    const entries = Array.from({ length: 5 }, (_, index) => ({
      ...byServer,
      action: 'users.list' as const,
      subjects: [`user:${part}-${index}` as const],
    }))
    await context.audit.write(entries)
    await writeCheckpoint(context, quiet)
  }
}

/** Exports the rows of the database, and verifies the file in another process. */
async function verifyByFile(context: Context) {
  const file = path.join(context.config.dataDir, 'export.ndjson')
  await writeExport(context.db, file, { after: 0, toTrailer: (end) => exportTrailer(context, end) })
  return spawnSync(process.execPath, [path.join(context.config.dataDir, 'verify-audit.mjs'), file], {
    encoding: 'utf8',
  })
}
