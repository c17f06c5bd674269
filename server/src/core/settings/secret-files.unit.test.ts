import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../config.ts'
import { ConfigError } from './config-error.ts'
import { readSecretFiles, secretSettings } from './secret-files.ts'

function fileOf(content: string | Buffer): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'console-secrets-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = path.join(folder, 'secret')
  writeFileSync(file, content)
  return file
}

test('secrets may be read from files, with or without a line end at the end', () => {
  const config = readConfig({
    DATABASE_URL_FILE: fileOf('postgres://console:secret@localhost/console\n'),
    SECRET_KEY_FILE: '/run/secrets/key',
    SMTP_URL_FILE: fileOf('smtps://me:secret@mail.example.org\r\n'),
    S3_BUCKET: 'models',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY_FILE: fileOf('secret'),
    ADMIN_EMAIL: 'ada@example.org',
    ADMIN_PASSWORD_FILE: fileOf(' Journey of \n1000 Miles \n'),
  })
  expect(config).toMatchObject({
    databaseUrl: 'postgres://console:secret@localhost/console',
    mail: { method: 'smtp', smtp: { credentials: { user: 'me', password: 'secret' } } },
    storage: { kind: 's3', credentials: { accessKeyId: 'key', secretAccessKey: 'secret' } },
    firstAdmin: { password: ' Journey of \n1000 Miles ' },
  })
})

test.each(secretSettings)('%s must not be set twice, and its file must be readable and not empty', (name) => {
  const start = (environment: Record<string, string>) => () => readConfig(environment)
  const both = start({ [name]: 'secret', [`${name}_FILE`]: fileOf('secret') })
  expect(both).toThrow(ConfigError)
  expect(both).toThrow(`${name} and ${name}_FILE must not both be set`)
  expect(start({ [`${name}_FILE`]: '/nowhere/secret' })).toThrow(
    `${name}_FILE specifies /nowhere/secret, which cannot be read: ENOENT`,
  )
  expect(start({ [`${name}_FILE`]: '/tmp' })).toThrow(`${name}_FILE specifies /tmp, which cannot be read: EISDIR`)
  expect(start({ [`${name}_FILE`]: fileOf('\n') })).toThrow(/^[A-Z0-9_]+ specifies .*, which is empty$/)
})

test.each(secretSettings)('a byte order mark at the start of the file of %s does not become part of it', (name) => {
  const value = 'postgres://console:secret@localhost/console'
  expect(readSecretFiles({ [`${name}_FILE`]: fileOf(`\uFEFF${value}\r\n`) })[name]).toBe(value)
})

test('an error about a file does not contain its content', () => {
  const start = () => readConfig({ DATABASE_URL_FILE: fileOf('mysql://console:s3cret@localhost/console') })
  expect(start).toThrow(/^DATABASE_URL must look like postgres:/)
  expect(start).not.toThrow(/s3cret/)
})

test('a secret in another encoding is rejected, not used with other characters', () => {
  const file = fileOf(Buffer.from('\uFEFFpassword', 'utf16le'))
  expect(() => readSecretFiles({ DATABASE_PASSWORD_FILE: file })).toThrow('which is not text in UTF-8')
})
