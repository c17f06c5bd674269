import { mkdirSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { emptyDatabase } from '../../testing/engines.ts'
import { launchServer } from '../../testing/server-process.ts'

test('the data directory is open to its owner alone, and a second server on it says so and exits', async () => {
  const place = await emptyDatabase()
  const dataDir = path.join(place.dataDir, 'own')
  mkdirSync(dataDir, { mode: 0o755 })
  const server = await launchServer({ DATA_DIR: dataDir, MAIL: 'off' })
  onTestFinished(async () => {
    await server.end('SIGKILL')
    await place.remove()
  })
  await server.ready()
  const files = ['.', ...readdirSync(dataDir)].map((name) => [name, modeOf(path.join(dataDir, name)) & 0o077])
  expect(files.filter(([, mode]) => mode !== 0)).toEqual([])

  const second = await launchServer({ DATA_DIR: dataDir, MAIL: 'off' })
  await expect(second.ready()).rejects.toThrow(`Another server uses the data directory ${dataDir}. Stop it first`)
  expect(await second.end('SIGKILL')).toBe(1)
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
})

/** Journals come and go. */
const modeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.mode ?? 0
