import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../config.ts'
import { makeKey, openKeys } from './keys.ts'
import { createUploadUrls } from '../../features/files/uploads/upload-url.ts'
import { ConfigError } from '../settings/config-error.ts'
import { runHere } from '../../../testing/processes/run-console.ts'
import { issueChallenge, readChallenge } from '../../features/staff/credentials/passkey-challenges.ts'

function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'console-keys-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const onPostgres = { DATABASE_URL: 'postgres://console@localhost/console' }

/** The keys of a console with the embedded database, which has created its master key. */
async function makeKeys(DATA_DIR = temporaryFolder()) {
  const config = readConfig({ DATA_DIR })
  await makeKey(config)
  return openKeys(config)
}

test('next to the embedded database, the key is created once, readable only by its owner', async () => {
  const DATA_DIR = path.join(temporaryFolder(), 'new')
  const made = (await makeKeys(DATA_DIR)).derive('a')
  const file = path.join(DATA_DIR, 'secret.key')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(Buffer.from(readFileSync(file, 'utf8'), 'base64')).toHaveLength(32)
  expect(readdirSync(DATA_DIR)).toEqual(['secret.key'])
  expect((await makeKeys(DATA_DIR)).derive('a')).toEqual(made)
  expect((await makeKeys()).derive('a')).not.toEqual(made)
})

test('each purpose has its own key, which depends only on the key file', () => {
  const file = path.join(temporaryFolder(), 'key')
  writeFileSync(file, `${Buffer.alloc(32, 7).toString('base64')}\n`)
  const config = readConfig({ SECRET_KEY_FILE: file, ...onPostgres })
  const { derive } = openKeys(config)
  expect(derive('a')).toHaveLength(32)
  expect(derive('a')).not.toEqual(derive('b'))
  expect(openKeys(config).derive('a')).toEqual(derive('a'))
  // Signatures and hashes from before an update must remain valid.
  expect(derive('a').toString('base64')).toBe('InyeSAS9CCLfM+NvjETz5roI/bgsKq6U9wFN+3SpJIg=')
})

test('without the master key, no one can sign an upload URL or a challenge', async () => {
  const consoleOfItsOwn = async () => ({ keys: await makeKeys(), now: () => 1_000 })
  const [own, foreign] = [await consoleOfItsOwn(), await consoleOfItsOwn()]
  const upload = '/v1/file-uploads/1/content'
  const check = (url: string) => {
    const { expires, signature = '' } = Object.fromEntries(new URL(url).searchParams)
    createUploadUrls(own).check(upload, { expires: Number(expires), signature })
  }
  const urlOf = (by: typeof own) => createUploadUrls(by).make('https://console.example.org', upload)
  expect(() => check(urlOf(own))).not.toThrow()
  expect(() => check(urlOf(foreign))).toThrow('This upload URL is not valid.')

  const place = { use: 'sign-in', holder: 'a browser' } as const
  expect(readChallenge(own, place, issueChallenge(own, place))).toBeDefined()
  expect(readChallenge(own, place, issueChallenge(foreign, place))).toBeUndefined()
})

test('PostgreSQL needs a configured key, for all replicas', () => {
  expect(() => readConfig({ DATA_DIR: temporaryFolder(), ...onPostgres })).toThrow(
    /^SECRET_KEY_FILE must be set together with DATABASE_URL.*Only a new console gets a new file: openssl rand -base64 32 > FILE$/,
  )
})

test('a configured key file is never created, and the error for a missing one says how to create it', async () => {
  const file = path.join(temporaryFolder(), 'key')
  await makeKey(readConfig({ SECRET_KEY_FILE: file }))
  const open = () => openKeys(readConfig({ SECRET_KEY_FILE: file }))
  expect(open).toThrow(ConfigError)
  expect(open).toThrow(`SECRET_KEY_FILE specifies ${file}, which does not exist`)
  expect(open).toThrow(`openssl rand -base64 32 > ${file}`)
})

test('a start without the key changes nothing', async () => {
  const DATA_DIR = temporaryFolder()
  const { stderr } = await runHere(['migrate'], { DATA_DIR, SECRET_KEY_FILE: path.join(DATA_DIR, 'key') })
  expect(stderr).toMatch(/^Setting SECRET_KEY_FILE specifies /m)
  const database = new DatabaseSync(path.join(DATA_DIR, 'console.db'))
  expect(database.prepare('select name from sqlite_schema').all()).toEqual([])
  database.close()
})

test.each([
  ['empty', ''],
  ['short', Buffer.alloc(31).toString('base64')],
  ['a sentence', 'This is not a random key at all, it is a sentence that someone made up.'],
])('a key that is %s is rejected', (_, content) => {
  const file = path.join(temporaryFolder(), 'key')
  writeFileSync(file, content)
  expect(() => openKeys(readConfig({ SECRET_KEY_FILE: file }))).toThrow(
    /^SECRET_KEY_FILE must contain at least 32 random bytes in base64, and .* does not: put back your copy of the key\. If there is none, move this file/,
  )
})
