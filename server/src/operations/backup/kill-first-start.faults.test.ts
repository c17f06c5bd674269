import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { databaseSettings } from '../../../testing/engines/database-settings.ts'
import { emptyDatabase, testEngine } from '../../../testing/engines/engines.ts'
import { faultRounds } from '../../../testing/processes/fault-rounds.ts'
import { programs } from '../../../testing/processes/server-process.ts'

const killer = fileURLToPath(new URL('../../../testing/engines/kill-before-statement.ts', import.meta.url))

/** Runs a first start in another process. */
async function migrate(settings: Record<string, string>, execArgv: string[] = [], killAfterMs?: number) {
  const env = { PATH: process.env['PATH'] ?? '', ...settings }
  const child = spawn(process.execPath, [...execArgv, programs.commands, 'migrate'], { env, stdio: 'ignore' })
  const ended = once(child, 'exit')
  if (killAfterMs !== undefined) {
    await Promise.race([sleep(killAfterMs), ended])
    child.kill('SIGKILL')
  }
  const [code] = await ended
  return code
}

async function newPlace() {
  const place = await emptyDatabase()
  onTestFinished(() => place.remove())
  return testEngine() === 'sqlite' ? { DATA_DIR: place.dataDir } : databaseSettings(place)
}

test('after a first start that was killed before any of its statements, the next one opens the database', async () => {
  let isWhole = false
  const step = faultRounds > 10 ? 1 : 40
  for (let statement = 1; !isWhole; statement += step) {
    const settings = await newPlace()
    isWhole = (await migrate({ ...settings, KILL_BEFORE_STATEMENT: String(statement) }, ['--import', killer])) === 0
    expect([statement, await migrate(settings)]).toEqual([statement, 0])
  }
})

test('after a first start that was killed at any time, the next one opens the database', async () => {
  for (let round = 0; round < faultRounds; round += 1) {
    const settings = await newPlace()
    // The key, folder and database are created at some time between the start of the process and its end.
    await migrate(settings, [], 100 + Math.random() * 900)
    expect([round, await migrate(settings)]).toEqual([round, 0])
  }
})
