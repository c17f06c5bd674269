import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { emptyDatabase } from '../../testing/engines/engines.ts'
import { freePort } from '../../testing/processes/free-port.ts'
import { runHere } from '../../testing/processes/run-console.ts'
import { readConfig } from '../core/config.ts'
import { StorageUnavailableError } from '../core/storage/errors.ts'
import { explainFullDisk } from '../core/storage/explain-full-disk.ts'
import { explainError, explainErrorElsewhere } from './explain-error.ts'

async function newFolder(): Promise<string> {
  const place = await emptyDatabase()
  onTestFinished(() => place.remove())
  return place.dataDir
}

async function migrate(env: Record<string, string>): Promise<string> {
  const { code, stdout, stderr } = await runHere(['migrate'], env)
  return code === 0 ? stdout : stderr.trimEnd().split('\n').slice(1).join('\n')
}

test('the error for a DATA_DIR that cannot be created contains the path and the reason', async () => {
  const folder = await newFolder()
  const file = path.join(folder, 'file')
  writeFileSync(file, '')
  const dataDir = path.join(file, 'data')
  expect(await migrate({ DATA_DIR: dataDir })).toBe(
    `${dataDir} cannot be created or read: ${file} is a file, not a folder.`,
  )
  expect(await migrate({ DATA_DIR: file })).toBe(`DATA_DIR ${file} is not a folder. Set another.`)
  const error = Object.assign(new Error('EEXIST'), { code: 'EEXIST', path: file })
  expect(explainErrorElsewhere(error)).toBe(`${file} is a file, not a folder. Remove it, or choose another location.`)
})

test('the error for an unreachable PostgreSQL is a sentence, although localhost has two IP addresses', async () => {
  const folder = await newFolder()
  const key = path.join(folder, 'key')
  writeFileSync(key, Buffer.alloc(32).toString('base64'))
  const port = await freePort()
  const DATABASE_URL = `postgres://console@localhost:${port}/console`
  const output = await migrate({ DATA_DIR: folder, SECRET_KEY_FILE: key, DATABASE_URL })
  expect(output).toContain(`PostgreSQL does not respond for the database console on localhost:${port} (`)
  expect(output).toMatch(/ECONNREFUSED.*\)\. Start it, or correct the host and port of DATABASE_URL\.$/)
})

test.each([
  ['Query read timeout', ''],
  ['server login has been failing, try again later (server_login_retry)', '08P01'],
])('the error names the database if PostgreSQL accepts connections but does not respond: %s', (message, code) => {
  const error = Object.assign(new Error(message), { code })
  const config = { dataDir: '/data', auditProofDir: '/proof', databaseUrl: 'postgres://console@db/console' }
  expect(explainError(error, { ...config, storage: { kind: 'local', folder: '/files' } })).toBe(
    `PostgreSQL does not respond for the database console on db (${message}). Start it, or correct the host and port of DATABASE_URL.`,
  )
})

test('the error for a bucket names it, and the settings to check', () => {
  const explain = (error: Error) => explainError(error, readConfig({ S3_BUCKET: 'models' }))
  expect(explain(new StorageUnavailableError(undefined, 'The bucket does not exist.'))).toBe(
    'The bucket models at AWS cannot be used (The bucket does not exist). Check S3_ENDPOINT, S3_BUCKET, the key and its permissions.',
  )
  expect(explain(new Error('Region is missing'))).toBe(
    'The bucket models at AWS cannot be used: S3_REGION must be set.',
  )
})

test('if one of several disks is full, the error names that disk', async () => {
  const folder = await newFolder()
  const other = path.join(folder, 'other')
  mkdirSync(other)
  const noSpace = (more: object = {}) => Object.assign(new Error('ENOSPC'), { code: 'ENOSPC', ...more })
  const config = readConfig({ DATA_DIR: folder })
  expect(explainFullDisk(noSpace({ path: other }), config)).toBe(
    `The disk of ${other} is full. Free up space and try again.`,
  )
  // For a write, only the file descriptor is known; none of these disks is full.
  expect(explainFullDisk(noSpace(), config)).toContain(`that of the data directory ${folder}, of `)
  expect(explainFullDisk(new Error('no'), config)).toBeUndefined()
})
