import { copyFileSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { onTestFinished } from 'vitest'
import { emptyDatabase, testEngine } from './engines.ts'
import { onServer } from './postgres-setup.ts'

const fixtures = new URL('fixtures/0.2.0/', import.meta.url)

/** A copy of what 0.2.0 wrote on the engine under test, removed with the test. See the README beside it. */
export function unpack020(engine = testEngine()) {
  const folder = mkdtempSync(path.join(tmpdir(), 'console-0.2.0-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(new URL(engine, fixtures), folder, { recursive: true })
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.gz')) continue
    const file = path.join(folder, name)
    writeFileSync(file.slice(0, -'.gz'.length), gunzipSync(readFileSync(file)))
    rmSync(file)
  }
  return {
    folder,
    backup: path.join(folder, 'backup'),
    masterKey: path.join(folder, 'master.key'),
    exported: path.join(folder, 'export.ndjson'),
    archived: path.join(folder, 'archive', 'audit-1-7.ndjson'),
    /** The first is of a super admin. */
    emails: ['ada.now@example.org', 'grace@example.org'],
    password: 'Correct-horse-7',
  }
}

/** What 0.2.0 left, in a new place of the engine under test: the database, the master key and the proof of its log. */
export async function databaseOf020() {
  const { folder, backup, masterKey } = unpack020()
  const place = await emptyDatabase()
  onTestFinished(() => place.remove())
  copyFileSync(masterKey, path.join(place.dataDir, 'secret.key'))
  cpSync(path.join(backup, 'audit-proof'), path.join(place.dataDir, 'audit-proof'), { recursive: true })
  if (place.databaseUrl === undefined) {
    copyFileSync(path.join(backup, 'database'), path.join(place.dataDir, 'console.db'))
  } else {
    const dump = readFileSync(path.join(folder, 'database.sql'), 'utf8')
    await onServer(place.directUrl ?? place.databaseUrl, (client) => client.query(dump))
  }
  return place
}
