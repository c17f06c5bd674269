import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { emptyDatabase } from '../../../../testing/engines/engines.ts'
import { launchServer } from '../../../../testing/processes/server-process.ts'
import { lockDataDirectory, sqliteEngine } from './sqlite.ts'

test('[operations-4] the data directory is open only to its owner, and a second server on it reports this and exits', async () => {
  const place = await emptyDatabase()
  const dataDir = path.join(place.dataDir, 'own')
  mkdirSync(dataDir, { mode: 0o755 })
  const server = await launchServer({ DATA_DIR: dataDir, MAIL_DELIVERY: 'off' })
  onTestFinished(async () => {
    await server.end('SIGKILL')
    await place.remove()
  })
  await server.ready()
  const files = ['.', ...readdirSync(dataDir)].map((name) => [name, modeOf(path.join(dataDir, name)) & 0o077])
  expect(files.filter(([, mode]) => mode !== 0)).toEqual([])

  const second = await launchServer({ DATA_DIR: dataDir, MAIL_DELIVERY: 'off' })
  await expect(second.ready()).rejects.toThrow(`Another server uses the data directory ${dataDir}. Stop it first`)
  expect(await second.end('SIGKILL')).toBe(1)
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
})

const isRoot = process.geteuid?.() === 0
const nobody = 65_534

test('the error for a data directory of another user contains its path and both users', () => {
  const dataDir = isRoot ? newDirectory(0o755) : '/usr'
  asNobody(() => {
    const user = process.geteuid?.()
    const rejection = `User ${user} cannot write to the data directory ${dataDir}, which belongs to user 0, or to a file`
    expect(() => lockDataDirectory(dataDir)).toThrow(rejection)
    expect(() => sqliteEngine(dataDir, 'short')).toThrow(rejection)
  })
})

test('a data directory that the group may write to is accepted, also if it belongs to another user', async () => {
  const dataDir = newDirectory(0o775)
  if (isRoot) chownSync(dataDir, 0, nobody)
  const opened = asNobody(() => ({ lock: lockDataDirectory(dataDir), engine: sqliteEngine(dataDir, 'short') }))
  await opened.engine.close()
  opened.lock.close()
  expect(existsSync(path.join(dataDir, 'console.db'))).toBe(true)
  expect(readdirSync(dataDir).filter((name) => (modeOf(path.join(dataDir, name)) & 0o077) !== 0)).toEqual([])
})

function newDirectory(mode: number): string {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'console-owned-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  chmodSync(dataDir, mode)
  return dataDir
}

/** Calls it as an unprivileged user, because only root can become another user. */
function asNobody<Result>(call: () => Result): Result {
  if (!isRoot) return call()
  process.setegid?.(nobody)
  process.seteuid?.(nobody)
  try {
    return call()
  } finally {
    process.seteuid?.(0)
    process.setegid?.(0)
  }
}

/** Journals may appear and disappear. */
const modeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.mode ?? 0
