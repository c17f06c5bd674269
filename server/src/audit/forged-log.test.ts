import path from 'node:path'
import pino from 'pino'
import { describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { tamperWithLog } from '../../testing/audit-log.ts'
import { archiveAuditCommand, verifyAuditCommand } from '../commands/audit-commands.ts'
import type { Context } from '../context.ts'
import { createCheckpointSigner } from './checkpoint.ts'
import { byServer, type ChainEnd, toRow } from './entry.ts'
import { writeExport } from './export-file.ts'
import { exportTrailer } from './export-trailer.ts'
import { emptyChain, toExitCode, verifyExport } from './verify-audit.mjs'
import { writeCheckpoint } from './write-checkpoint.ts'

const entry = { ...byServer, action: 'users.list' as const, subjects: [] }
const quiet = pino({ level: 'silent' })
const settings = { AUDIT_RETENTION_YEARS: '1' }
const twoYearsMs = 2 * 366 * 24 * 3_600_000

/** Ten rows, with checkpoints of the fifth and the last. */
async function appWithCheckpoints(environment: Record<string, string> = {}): Promise<TestApp> {
  const testApp = await buildTestApp(environment)
  const { context } = testApp
  for (let part = 0; part < 2; part += 1) {
    await context.audit.write([entry, entry, entry, entry, entry])
    await writeCheckpoint(context, quiet)
  }
  return testApp
}

/** Replaces the log by rows that follow one another and begin after `start`. */
async function makeUp({ context }: Pick<TestApp, 'context'>, start: ChainEnd, count: number): Promise<void> {
  const rows = [toRow({ ...entry, subjects: ['user:forged'] }, 1, start)]
  for (let last = rows[0]; last && rows.length < count; last = rows.at(-1)) rows.push(toRow(entry, 1, last))
  await tamperWithLog(context, async (transaction) => {
    await transaction.deleteFrom('auditEvents').execute()
    await transaction.insertInto('auditEvents').values(rows).execute()
  })
}

const insertSeal = ({ db }: Context, size: number, note: string) =>
  db.insertInto('auditSeals').values({ size, atMs: 1, note }).execute()

/** Writes a checkpoint as a server that starts. @returns the signed note, and what was logged */
async function sign({ context }: Pick<TestApp, 'context'>) {
  const lines: { level: number; msg: string }[] = []
  const logger = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) })
  const note = await writeCheckpoint(context, logger)
  return { note, said: lines.filter(({ level }) => level >= 40).map(({ msg }) => msg) }
}

/** What the stand-alone verifier finds in an export. */
async function verifyExported({ context }: Pick<TestApp, 'context'>): Promise<number> {
  const file = path.join(context.config.dataDir, 'export.ndjson')
  await writeExport(context.db, file, { after: 0, toTrailer: (end) => exportTrailer(context, end) })
  return toExitCode(verifyExport(file).verdict)
}

const sealed: ChainEnd = { sequence: 20, hash: 'ab'.repeat(32) }
const signerOf = (byte: number, publicUrl = 'https://other.example.org') =>
  createCheckpointSigner({ derive: () => Buffer.alloc(32, byte) }, { publicUrl })

describe('a log that was made up gets no signature, and its export is not whole', () => {
  const seals: [string, (context: Context) => string][] = [
    ['no seal', () => ''],
    ['a seal that is no note', () => 'sealed'],
    ['a seal of a key of the forger', () => signerOf(1).sign(sealed, 1, true)],
    [
      'a seal that names our key and has another signature',
      ({ keys, config }) => {
        const ours = createCheckpointSigner(keys, config)
        const other = ours.sign({ ...sealed, sequence: 19 }, 1, true).split('\n')
        return [...ours.sign(sealed, 1, true).split('\n').slice(0, -2), other.at(-2), ''].join('\n')
      },
    ],
    ['a checkpoint as a seal', ({ keys, config }) => createCheckpointSigner(keys, config).sign(sealed, 1)],
  ]
  test.each(seals)('behind %s', async (_name, sealOf) => {
    const testApp = await appWithCheckpoints()
    const { context } = testApp
    await makeUp(testApp, sealed, 3)
    await insertSeal(context, sealed.sequence, sealOf(context))
    const { note, said } = await sign(testApp)
    expect({ note, ...context.proof }).toMatchObject({ note: undefined, isContradicted: true })
    expect(said).toEqual([expect.stringContaining('THE AUDIT LOG WAS CHANGED: it does not hold what a checkpoint')])
    await expect(verifyAuditCommand.run(context, [])).rejects.toMatchObject({ exitCode: 1 })
    const found = await verifyExported(testApp).catch((error: Error) => error.message)
    expect([1, 'The seal of the archived rows bears no valid signature of a known key.']).toContain(found)
  })

  test('from its first row on', async () => {
    const testApp = await appWithCheckpoints()
    await makeUp(testApp, emptyChain, 12)
    expect((await sign(testApp)).note).toBeUndefined()
    expect(await verifyExported(testApp)).toBe(1)
  })

  test('where only an earlier checkpoint contradicts it', async () => {
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

  test('on a server that has no checkpoint yet, if its beginning is missing', async () => {
    const testApp = await buildTestApp()
    const { context } = testApp
    await makeUp(testApp, sealed, 3)
    expect((await sign(testApp)).said).toEqual([expect.stringContaining('rows are missing at its beginning')])
    await insertSeal(context, 30, 'sealed')
    expect((await sign(testApp)).note).toBeUndefined()
    await tamperWithLog(context, (transaction) => transaction.deleteFrom('auditEvents').execute())
    await insertSeal(context, 20, createCheckpointSigner(context.keys, context.config).sign(sealed, 1, true))
    expect((await sign(testApp)).note).toBeUndefined()
  })

  test('nor is it archived', async () => {
    const testApp = await buildTestApp(settings)
    const { context, advance } = testApp
    await context.audit.write([entry, entry])
    advance(twoYearsMs)
    const folder = path.join(context.config.dataDir, 'archive')
    await expect(archiveAuditCommand.run(context, [folder])).rejects.toThrow('prove them up to 0. Name the folder of a')
    expect(await context.db.selectFrom('auditSeals').select('size').execute()).toEqual([])
  })
})

describe('nothing is reported', () => {
  /** Rows of which the first ten are archived, and checkpoints of both parts. */
  async function appWithSeal(): Promise<TestApp> {
    const testApp = await appWithCheckpoints(settings)
    const { context, advance } = testApp
    advance(twoYearsMs)
    await context.audit.write([entry, entry])
    await writeCheckpoint(context, quiet)
    await archiveAuditCommand.run(context, [path.join(context.config.dataDir, 'archive')])
    return testApp
  }

  const withConfig = ({ context }: TestApp, changed: Partial<Context['config']>): Pick<TestApp, 'context'> => ({
    context: { ...context, config: { ...context.config, ...changed } },
  })
  const withKey = ({ context }: Pick<TestApp, 'context'>, byte: number): Pick<TestApp, 'context'> => ({
    context: { ...context, keys: { derive: () => Buffer.alloc(32, byte) } },
  })

  test('after rows were archived, also beside an invented seal', async () => {
    const testApp = await appWithSeal()
    const { context } = testApp
    expect(await sign(testApp)).toMatchObject({ note: expect.stringContaining('\n13\n'), said: [] })
    for (const [size, note] of [
      [40, 'sealed'],
      [41, signerOf(1).sign({ ...sealed, sequence: 41 }, 1, true)],
    ] as const) {
      await insertSeal(context, size, note)
      expect(await sign(testApp)).toMatchObject({ said: [] })
      expect(await verifyAuditCommand.run(context, [])).toContain('the 10 rows before them are archived')
      expect(await verifyExported(testApp)).toBe(0)
    }
  })

  test('in a folder for checkpoints that is new', async () => {
    const testApp = await appWithSeal()
    const moved = withConfig(testApp, { auditProofDir: path.join(testApp.context.config.dataDir, 'moved') })
    expect(await sign(moved)).toMatchObject({ note: expect.stringContaining('\n13\n'), said: [] })
    expect(await verifyAuditCommand.run(moved.context, [])).toContain('the 10 rows before them are archived')
  })

  test('after a change of the master key or of PUBLIC_URL', async () => {
    const testApp = await appWithSeal()
    const changed = withKey(withConfig(testApp, { publicUrl: 'https://new.example.org' }), 7)
    expect(await sign(changed)).toMatchObject({ note: expect.stringContaining('new.example.org'), said: [] })
    expect(await verifyAuditCommand.run(changed.context, [])).toContain('the 10 rows before them are archived')
    expect(await verifyExported(changed)).toBe(0)
  })

  test('but a warning and exit code 2, if the key of the seal is not known in a new folder', async () => {
    const testApp = await appWithSeal()
    const moved = withConfig(testApp, { auditProofDir: path.join(testApp.context.config.dataDir, 'moved') })
    const changed = withKey(moved, 7)
    const { note, said } = await sign(changed)
    expect(note).toContain('\n13\n')
    expect(said).toEqual([expect.stringContaining('a seal of a key that is not known here')])
    expect(changed.context.proof.isContradicted).toBe(false)
    await expect(verifyAuditCommand.run(changed.context, [])).rejects.toMatchObject({ exitCode: 2 })
    const { verifierKey } = createCheckpointSigner(testApp.context.keys, testApp.context.config)
    expect(await verifyAuditCommand.run(changed.context, ['--key', verifierKey])).toContain('is intact')
  })
})
