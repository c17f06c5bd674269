import path from 'node:path'
import pino from 'pino'
import { describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../testing/build-app.ts'
import { tamperWithLog } from '../../../testing/audit-log.ts'
import { verifyAuditCommand } from '../../commands/audit-commands.ts'
import { byServer, type ChainEnd, toRow } from './entry.ts'
import { writeExport } from './export-file.ts'
import { exportTrailer } from './export-trailer.ts'
import { emptyChain, toExitCode, verifyExport } from './verify-audit.mjs'
import { writeCheckpoint } from './write-checkpoint.ts'

const entry = { ...byServer, action: 'users.list' as const, subjects: [] }
const quiet = pino({ level: 'silent' })

/** Ten rows, with checkpoints of the fifth and the last. */
async function appWithCheckpoints(): Promise<TestApp> {
  const testApp = await buildTestApp()
  const { context } = testApp
  for (let part = 0; part < 2; part += 1) {
    await context.audit.write([entry, entry, entry, entry, entry])
    await writeCheckpoint(context, quiet)
  }
  return testApp
}

/** Replaces the log with rows that follow one another and begin after `start`. */
async function makeUp({ context }: Pick<TestApp, 'context'>, start: ChainEnd, count: number): Promise<void> {
  const rows = [toRow({ ...entry, subjects: ['user:forged'] }, 1, start)]
  for (let last = rows[0]; last && rows.length < count; last = rows.at(-1)) rows.push(toRow(entry, 1, last))
  await tamperWithLog(context, async (transaction) => {
    await transaction.deleteFrom('auditEvents').execute()
    await transaction.insertInto('auditEvents').values(rows).execute()
  })
}

/** Writes a checkpoint as a starting server does. @returns the signed note, and what was logged */
async function sign({ context }: Pick<TestApp, 'context'>) {
  const lines: { level: number; msg: string }[] = []
  const logger = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) })
  const note = await writeCheckpoint(context, logger)
  return { note, output: lines.filter(({ level }) => level >= 40).map(({ msg }) => msg) }
}

/** The verdict of the stand-alone verifier on an export. */
async function verifyExported({ context }: Pick<TestApp, 'context'>): Promise<number> {
  const file = path.join(context.config.dataDir, 'export.ndjson')
  await writeExport(context.db, file, { after: 0, toTrailer: (end) => exportTrailer(context, end) })
  return toExitCode(verifyExport(file).verdict)
}

/** The end of rows that do not exist. */
const missing: ChainEnd = { sequence: 20, hash: 'ab'.repeat(32) }

describe('a forged log gets no signature, and its export is not reported as complete', () => {
  test('a log with missing rows gets no signature', async () => {
    const testApp = await appWithCheckpoints()
    const { context } = testApp
    await makeUp(testApp, missing, 3)
    const { note, output } = await sign(testApp)
    expect({ note, ...context.proof }).toMatchObject({ note: undefined, isContradicted: true })
    expect(output).toEqual([expect.stringContaining('THE AUDIT LOG WAS CHANGED: it does not match a checkpoint')])
    await expect(verifyAuditCommand.run(context, [])).rejects.toMatchObject({ exitCode: 1 })
    expect(await verifyExported(testApp)).toBe(1)
  })

  test('a log that is forged from its first row on gets no signature', async () => {
    const testApp = await appWithCheckpoints()
    await makeUp(testApp, emptyChain, 12)
    expect((await sign(testApp)).note).toBeUndefined()
    expect(await verifyExported(testApp)).toBe(1)
  })

  test('a log that contradicts only an earlier checkpoint gets no signature', async () => {
    const testApp = await appWithCheckpoints()
    const [, , , , fifth] = await testApp.context.db.selectFrom('auditEvents').selectAll().orderBy('sequence').execute()
    if (!fifth) throw new Error('The log has no fifth row')
    const { sequence, previousHash } = fifth
    const { hash } = toRow(entry, 1, { sequence: sequence - 1, hash: previousHash })
    await tamperWithLog(testApp.context, (transaction) =>
      transaction.updateTable('auditEvents').set({ hash }).where('sequence', '=', sequence).execute(),
    )
    expect((await sign(testApp)).note).toBeUndefined()
    expect(await verifyExported(testApp)).toBe(1)
  })

  test('a log without its beginning gets no signature on a server without a checkpoint', async () => {
    const testApp = await buildTestApp()
    await makeUp(testApp, missing, 3)
    expect(await sign(testApp)).toEqual({
      note: undefined,
      output: [expect.stringContaining('rows are missing at its beginning')],
    })
    expect(await verifyExported(testApp)).toBe(1)
  })
})

test('an intact log is signed in a new folder, and after a change of the master key or of PUBLIC_URL', async () => {
  const { context } = await appWithCheckpoints()
  const auditProofDir = path.join(context.config.dataDir, 'moved')
  // The folder changes only with a restart, after which the server has not signed yet.
  const proof = { ...context.proof, signedAtMs: undefined }
  const moved = { ...context, proof, config: { ...context.config, auditProofDir } }
  expect(await sign({ context: moved })).toMatchObject({ note: expect.stringContaining('\n10\n'), output: [] })
  const changed = {
    ...context,
    config: { ...context.config, publicUrl: 'https://new.example.org' },
    keys: { ...context.keys, derive: () => Buffer.alloc(32, 7) },
  }
  expect(await sign({ context: changed })).toMatchObject({
    note: expect.stringContaining('new.example.org'),
    output: [],
  })
  expect(await verifyAuditCommand.run(changed, [])).toContain('is intact')
  expect(await verifyExported({ context: changed })).toBe(0)
})
