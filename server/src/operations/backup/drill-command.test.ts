import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../testing/build-app.ts'
import { testEngine } from '../../../testing/engines/engines.ts'
import { readAnswers, readObjects, startFilledConsole } from '../../../testing/backup/filled-console.ts'
import { makeFolder } from '../../../testing/backup/make-folder.ts'
import { verifyAuditCommand } from '../../commands/audit-commands.ts'
import { verifyFilesCommand } from '../../features/files/signing/verify-files.ts'
import { backupCommand, drillCommand } from './commands.ts'
import { createBackup } from './create-backup.ts'
import { findManifest, signatureOf } from './manifest.ts'

const plainly = { recipients: [] }
const onPostgres = testEngine() === 'postgres'

async function readRuns({ context: { db } }: Pick<TestApp, 'context'>) {
  const rows = await db.selectFrom('maintenanceRuns').selectAll().execute()
  const isLater = (atMs: number | null, sinceMs: number) => atMs !== null && atMs >= sinceMs
  // In addition to the row of each replica, there is one from before the first run.
  return Object.fromEntries(
    rows.map(({ task }) => {
      const runs = rows.filter((row) => row.task === task)
      const succeeded = runs.some(({ succeededAtMs, sinceMs }) => isLater(succeededAtMs, sinceMs))
      const failed = runs.some(({ failedAtMs, sinceMs }) => isLater(failedAtMs, sinceMs))
      return [task, { succeeded, failed }]
    }),
  )
}

/** Runs statements on the server, and returns the databases that drills use. */
async function onServer({ config }: TestApp['context'], ...statements: string[]): Promise<string[]> {
  const url = new URL(config.databaseDirectUrl ?? config.databaseUrl ?? '')
  const name = `${url.pathname.slice(1)}_drill`
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement.replace('$name', name))
    const { rows } = await client.query<{ name: string }>(
      'select datname as name from pg_database where datname = $1',
      [name],
    )
    return rows.map((row) => row.name)
  } finally {
    await client.end()
  }
}

const never = { succeeded: false, failed: false }

test('[operations-6] a drill restores the newest backup, reports its duration, and leaves only a record of its success', async () => {
  const { testApp, session, context, userId } = await startFilledConsole()
  expect(await readRuns(testApp)).toEqual({ backup: never, drill: never, verify_audit: never, verify_files: never })
  const folder = await makeFolder()
  await backupCommand.run(context, [folder])
  await backupCommand.run(context, [folder])
  const before = readdirSync(folder)
  const answers = await readAnswers(testApp, session.cookies, userId)
  const objects = await readObjects(context)
  // This is what a killed drill leaves.
  await mkdir(path.join(folder, '.drill-killed', 'data', 'files'), { recursive: true, mode: 0o700 })
  if (onPostgres)
    await onServer(
      context,
      'create database $name',
      "comment on database $name is 'made by the drill of Health Console, which drops it'",
    )

  const newest =
    before
      .filter((name) => name !== '.lock')
      .toSorted()
      .at(-1) ?? ''
  const madeAt = (await findManifest(path.join(folder, newest)))?.madeAt
  expect(await drillCommand.run(context, [folder])).toMatch(
    new RegExp(
      `^The backup of ${madeAt} was restored in (\\d+ min )?\\d+ s: the database and 3 model files\\. Every hash`,
    ),
  )
  expect(readdirSync(folder)).toEqual(before)
  if (onPostgres) expect(await onServer(context)).toEqual([])
  expect(await readAnswers(testApp, session.cookies, userId)).toEqual(answers)
  expect(await readObjects(context)).toEqual(objects)
  const actions = await context.db
    .selectFrom('auditEvents')
    .select('action')
    .where('action', 'like', 'backup.%')
    .execute()
  expect(actions.map(({ action }) => action)).toEqual(['backup.create', 'backup.create', 'backup.drill'])

  await verifyAuditCommand.run(context, [])
  await verifyFilesCommand.run(context, [])
  const good = { succeeded: true, failed: false }
  expect(await readRuns(testApp)).toEqual({ backup: good, drill: good, verify_audit: good, verify_files: good })
})

test('a drill of a backup that is damaged, encrypted for others, or too large fails, which is recorded', async () => {
  const { testApp, context } = await startFilledConsole()
  const folder = await makeFolder()
  await expect(drillCommand.run(context, [folder])).rejects.toThrow('There is no complete backup in')
  expect((await readRuns(testApp))['drill']).toEqual({ succeeded: false, failed: true })

  const { folder: backup, manifest } = await createBackup(context, folder, plainly)
  const elsewhere = path.join(await makeFolder(), 'place')
  expect(await drillCommand.run(context, [backup, '--in', elsewhere])).toContain('Every hash matches')
  expect(readdirSync(elsewhere)).toEqual([])
  const [object] = manifest.objects
  if (!object) throw new Error('The backup has no model file')
  const file = path.join(backup, object.path)
  const content = readFileSync(file)
  writeFileSync(file, Buffer.concat([content.subarray(1), Buffer.alloc(1)]))
  await expect(drillCommand.run(context, [folder])).rejects.toThrow(`${object.path} is not what was backed up`)
  expect(readdirSync(folder).filter((name) => name.startsWith('.drill'))).toEqual([])
  const huge = { ...manifest, objects: [{ ...object, sizeBytes: 1e18 }] }
  const signed = { ...huge, signature: signatureOf(context.keys, huge) }
  writeFileSync(path.join(backup, 'manifest.json'), JSON.stringify(signed))
  await expect(drillCommand.run(context, [folder])).rejects.toThrow(
    'too little free space for a drill: 1000000000.0 GB are needed',
  )
  expect((await readRuns(testApp))['drill']).toEqual({ succeeded: true, failed: true })
})

// Only PostgreSQL has a second database that can be dropped and a role that can be denied it.
test.for(onPostgres ? ['PostgreSQL'] : [])(
  'on %s a drill never drops a database that no drill created, and needs a role that may create one',
  async () => {
    const { context } = await buildTestApp()
    const folder = await makeFolder()
    await createBackup(context, folder, plainly)
    await onServer(context, 'create database $name')
    await expect(drillCommand.run(context, [folder])).rejects.toThrow('which no drill has created. Drop or rename it.')
    expect(await onServer(context, 'drop database $name')).toEqual([])

    const restricted = await buildTestApp({}, { serverRole: true })
    const { folder: backup } = await createBackup(restricted.context, folder, plainly)
    const rejected = drillCommand.run(restricted.context, [backup])
    await expect(rejected).rejects.toThrow('may not create a database for the drill')
    const config = {
      ...restricted.context.config,
      drillDatabaseUrl: context.config.databaseDirectUrl ?? context.config.databaseUrl,
    }
    expect(await drillCommand.run({ ...restricted.context, config }, [backup])).toContain('Every hash matches')
  },
)
