import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../config.ts'
import { readPostgresUrl } from './postgres-url.ts'

test.each([
  ['postgres://me:secret@127.0.0.1/console', 'off'],
  ['postgresql://me@localhost:5433/console', 'off'],
  ['postgres://me@[::1]/console', 'off'],
  ['postgres://me@%2Fvar%2Frun%2Fpostgresql/console', 'off'],
  ['postgres://me@db.example.org/console?host=/var/run/postgresql', 'off'],
  ['postgres://me@localhost/console?sslmode=verify-full', 'verify-full'],
  ['postgres://me@db.example.org/console', 'verify-full'],
  ['postgres://me@10.0.0.7/console', 'verify-full'],
  ['postgres://me@127.0.0.1.example.org/console', 'verify-full'],
  ['postgres://me@localhost/console?host=db.example.org', 'verify-full'],
  ['postgres://me@db.example.org/console?sslmode=require', 'verify-full'],
  ['postgres://me@db.example.org/console?sslmode=verify-full', 'verify-full'],
  ['postgres://me@db.example.org/console?sslmode=disable', 'off'],
])('for %s, TLS is %s', (url, tls) => {
  expect(readPostgresUrl(url)).toMatchObject({ tls, certificates: {} })
})

test('certificates come from files, and then TLS is also required on this machine', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'console-postgres-url-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const name of ['ca', 'cert', 'key']) writeFileSync(path.join(folder, name), `the ${name}\n`)
  const files = `sslrootcert=${folder}/ca&sslcert=${folder}/cert&sslkey=${folder}/key`
  expect(readPostgresUrl(`postgres://localhost/console?application_name=console&${files}`)).toEqual({
    connectionString: 'postgres://localhost/console?application_name=console',
    tls: 'verify-full',
    certificates: { ca: 'the ca', cert: 'the cert', key: 'the key' },
  })
  const byAuthority = readPostgresUrl(`postgres://db.example.org/console?sslmode=verify-ca&sslrootcert=${folder}/ca`)
  expect(byAuthority).toMatchObject({ tls: 'verify-ca', certificates: { ca: 'the ca' } })
})

test.each([
  ['localhost/console', /must look like postgres:\/\//],
  ['mysql://localhost/console', /must look like postgres:\/\//],
  ['postgres://me:p#w@localhost/console', /must look like postgres:.*percent-encoded/],
  ['postgres:///console', /must look like postgres:\/\//],
  ['postgres://me:100%@localhost/console', /must have % in its user, password and database written as %25/],
  ['postgres://me@localhost/50%zz', /must have %/],
  ['postgres://me:p%ff@localhost/console', /must have %/],
  ['postgres://me@%zz/console', /must have %/],
  ['postgres://db.example.org/console?sslmode=prefer', /allows only sslmode=disable, require, verify-ca, verify-full/],
  ['postgres://db.example.org/console?sslmode=no-verify', /allows only sslmode=/],
  ['postgres://db.example.org/console?sslmode=toString', /allows only sslmode=/],
  ['postgres://db.example.org/console?ssl=true', /only by sslmode/],
  ['postgres://db.example.org/console?sslmode=disable&uselibpqcompat=true', /only by sslmode/],
  ['postgres://db.example.org/console?sslmode=verify-ca', /needs sslrootcert=FILE/],
])('the URL %s prevents the start', (url, message) => {
  expect(() => readConfig({ DATABASE_URL: url })).toThrow(/^DATABASE_URL /)
  expect(() => readConfig({ DATABASE_URL: url })).toThrow(message)
})

test('a direct URL without the URL of a pooler prevents the start, which would use SQLite', () => {
  expect(() => readConfig({ DATABASE_DIRECT_URL: 'postgres://localhost/console' })).toThrow(
    'DATABASE_DIRECT_URL must be set together with DATABASE_URL',
  )
})

test('a password in its own setting may contain any characters', () => {
  const settings = { DATABASE_URL: 'postgres://me@localhost/console?sslmode=disable', SECRET_KEY_FILE: 'key' }
  const DATABASE_PASSWORD = "p@ss#w/o:r%d $&?'ü"
  const { databaseUrl } = readConfig({ ...settings, DATABASE_PASSWORD })
  expect(new pg.Client(databaseUrl)).toMatchObject({ user: 'me', password: DATABASE_PASSWORD, database: 'console' })
  const bothWays = { ...settings, DATABASE_URL: 'postgres://me:secret@localhost/console', DATABASE_PASSWORD }
  expect(() => readConfig(bothWays)).toThrow(/^DATABASE_PASSWORD and a password in DATABASE_URL must not both be set$/)
  for (const DATABASE_URL of ['', 'postgres://localhost/console'])
    expect(() => readConfig({ ...settings, DATABASE_URL, DATABASE_PASSWORD })).toThrow(
      /^DATABASE_PASSWORD must be set tog/,
    )
})

test('the error for an unreadable certificate contains its path', () => {
  const url = 'postgres://db.example.org/console?sslrootcert=/nowhere/ca.pem'
  expect(() => readConfig({ DATABASE_URL: url })).toThrow(
    'sslrootcert in DATABASE_URL specifies /nowhere/ca.pem, which cannot be read: ENOENT',
  )
})
