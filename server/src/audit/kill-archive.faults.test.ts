import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import pino from 'pino'
import { expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { databaseSettings } from '../../testing/database-settings.ts'
import { nextKill } from '../../testing/fault-rounds.ts'
import { verifyAuditCommand } from '../commands/audit-commands.ts'
import { byServer } from './entry.ts'
import { writeCheckpoint } from './write-checkpoint.ts'

const cli = path.resolve(import.meta.dirname, '../cli.ts')
const killer = path.resolve(import.meta.dirname, '../../testing/kill-before-statement.ts')
const old = 6
const all = old + 3
const twoYearsMs = 2 * 366 * 24 * 3_600_000

test(
  'a killed archive-audit loses no row, leaves an audit log that verifies, and completes when run again',
  { timeout: 15 * 60_000 },
  async () => {
    let isKilled = true
    for (let statement = 1; isKilled; statement = nextKill(statement)) {
      const testApp = await appWithOldRows()
      isKilled = await archive(testApp, statement)
      const kept = await sequencesIn(testApp)
      const archived = sequencesInFile(testApp)
      expect({ statement, rows: [...new Set([...archived, ...kept])].slice(0, all) }).toEqual({
        statement,
        rows: Array.from({ length: all }, (_, index) => index + 1),
      })
      expect(await verifyAuditCommand.run(testApp.context, [])).toContain('The audit log is intact')
      if (isKilled) expect(await archive(testApp, Infinity)).toBe(false)
      expect((await sequencesIn(testApp))[0]).toBe(old + 1)
      expect(await verifyAuditCommand.run(testApp.context, [])).toContain(`the ${old} rows before them are archived`)
    }
  },
)

async function appWithOldRows(): Promise<TestApp> {
  const testApp = await buildTestApp()
  const { context, advance } = testApp
  const entries = (count: number) =>
    Array.from({ length: count }, () => ({ ...byServer, action: 'users.list' as const, subjects: ['user:1' as const] }))
  advance(-twoYearsMs)
  await context.audit.write(entries(old))
  advance(twoYearsMs)
  await context.audit.write(entries(all - old))
  await context.audit.catchUp()
  await writeCheckpoint(context, pino({ level: 'silent' }))
  return testApp
}

const folderOf = ({ context }: TestApp) => path.join(context.config.dataDir, 'archive')

/** @returns whether it was killed */
async function archive(testApp: TestApp, statement: number): Promise<boolean> {
  const settings = { ...databaseSettings(testApp.context.config), AUDIT_RETENTION_YEARS: '1' }
  const child = spawn(process.execPath, ['--import', killer, cli, 'archive-audit', folderOf(testApp)], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...settings, KILL_BEFORE_STATEMENT: String(statement) },
  })
  const [code, signal] = await once(child, 'exit')
  expect(signal ?? code).toBe(signal === null ? 0 : 'SIGKILL')
  return signal !== null
}

async function sequencesIn({ context: { db } }: TestApp): Promise<number[]> {
  const rows = await db.selectFrom('auditEvents').select('sequence').orderBy('sequence').execute()
  return rows.map(({ sequence }) => sequence)
}

function sequencesInFile(testApp: TestApp): number[] {
  const file = path.join(folderOf(testApp), `audit-1-${old}.ndjson`)
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  return lines.slice(0, -1).map((line) => (JSON.parse(line) as { sequence: number }).sequence)
}
