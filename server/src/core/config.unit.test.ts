import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { readConfig, settingNames } from './config.ts'
import { ConfigError } from './settings/config-error.ts'
import { secretSettings } from './settings/secret-files.ts'

const textOf = (file: string) => readFileSync(path.resolve(import.meta.dirname, '../../..', file), 'utf8')

test('[operations-9] .env.example and docs/operations/configuration.md list exactly the existing settings', () => {
  const example = [...textOf('.env.example').matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name]) => name)
  expect(example.toSorted()).toEqual(settingNames.toSorted())
  const [, section = ''] = /^## Settings\n(.*?)^## /ms.exec(textOf('docs/operations/configuration.md')) ?? []
  const rows = section.split('\n').flatMap((line) => /^\|(.*?)\|/.exec(line)?.[1] ?? [])
  const documented = rows.flatMap((cell) => [...cell.matchAll(/`([A-Z0-9_]+)`/g)].map(([, name]) => name))
  expect(documented.toSorted()).toEqual(settingNames.toSorted())
  for (const name of secretSettings) expect(section).toContain(`\`${name}_FILE\``)
})

test('.env.example contains the defaults', () => {
  expect(readConfig(parseEnv(textOf('.env.example')))).toEqual(readConfig({}))
})

test.each([
  [{ PORT: '0' }, /^PORT must be at least 1$/],
  [{ PORT: '3000.5' }, /^PORT must be a whole number$/],
  [{ SESSION_IDLE_MINUTES: '2' }, /^SESSION_IDLE_MINUTES must be at least 3$/],
  [{ PUBLIC_URL: 'console.example.org' }, /^PUBLIC_URL must be a URL/],
  [{ PUBLIC_URL: 'https://console.example.org/admin' }, /^PUBLIC_URL must not have a path$/],
  [{ PUBLIC_URL: 'http://console.example.org' }, /^PUBLIC_URL must start with https:\/\/ unless it is on this machine/],
  [{ ALLOWED_ORIGINS: 'https://a.example.org, b' }, /^ALLOWED_ORIGINS must be a URL/],
  [{ ALLOWED_ORIGINS: '*' }, /^ALLOWED_ORIGINS must be a URL/],
  [{ ALLOWED_ORIGINS: 'null' }, /^ALLOWED_ORIGINS must be a URL/],
  [{ ADMIN_EMAIL: 'ada@example.org' }, /^ADMIN_PASSWORD must be set together with ADMIN_EMAIL$/],
  [{ ADMIN_PASSWORD: 'Copper-lantern-9' }, /^ADMIN_EMAIL must be set together with ADMIN_PASSWORD$/],
  [{ ADMIN_EMAIL: 'ada', ADMIN_PASSWORD: 'Copper-lantern-9' }, /^ADMIN_EMAIL must be an email address$/],
  [{ DEMO: 'yes' }, /^DEMO must be 1, 0, true or false$/],
  [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL must be fatal, error/],
])('the setting %o prevents the start with an error that contains its name', (environment, message) => {
  const start = () => readConfig(environment as Record<string, string>)
  expect(start).toThrow(ConfigError)
  expect(start).toThrow(message)
})

test('an empty setting counts as absent', () => {
  const empty = Object.fromEntries(settingNames.map((name) => [name, '']))
  expect(readConfig(empty)).toEqual(readConfig({}))
})

const storageOf = (environment: Record<string, string>) =>
  readConfig({ DATA_DIR: '/var/console', ...environment }).storage

test('files are stored below the data directory unless a bucket is set', () => {
  expect(storageOf({})).toEqual({ kind: 'local', folder: path.resolve('/var/console/files') })
  expect(storageOf({ S3_BUCKET: 'models' })).toEqual({ kind: 's3', bucket: 'models' })
  const all = {
    S3_BUCKET: 'models',
    S3_ENDPOINT: 'https://s3.example.org',
    S3_REGION: 'eu-central-1',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
  }
  expect(storageOf(all)).toEqual({
    kind: 's3',
    bucket: 'models',
    endpoint: 'https://s3.example.org',
    region: 'eu-central-1',
    credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
  })
})

test.each([
  [{ S3_ENDPOINT: 'https://s3.example.org' }, /^S3_BUCKET must be set together with S3_ENDPOINT$/],
  [{ S3_BUCKET: 'models', S3_ACCESS_KEY_ID: 'key' }, /must be set together/],
  [{ S3_BUCKET: 'models', S3_ENDPOINT: 'bucket' }, /^S3_ENDPOINT must be a URL/],
  [{ S3_BUCKET: 'models', S3_ENDPOINT: 'ftp://bucket' }, /^S3_ENDPOINT must start with/],
  [{ S3_BUCKET: 'models', S3_ENDPOINT: 'http://bucket:9000' }, /^S3_ENDPOINT must start with https:.*S3_ALLOW_HTTP=1/],
  [{ S3_SSE: 'AES256' }, /^S3_BUCKET must be set together with S3_SSE$/],
  [{ S3_BUCKET: 'models', S3_SSE: 'AES128' }, /^S3_SSE must be AES256, aws:kms or aws:kms:KEY$/],
  [{ S3_BUCKET: 'models', S3_SSE: 'aws:kms:' }, /^S3_SSE must be/],
  [{ MAX_FILE_GB: '0' }, /^MAX_FILE_GB must be at least 1$/],
  [{ UPLOAD_PART_MB: '4' }, /^UPLOAD_PART_MB must be at least 5$/],
  [{ MAX_FILE_GB: '700' }, /^UPLOAD_PART_MB must be larger/],
])('the settings %o prevent the start', (environment, message) => {
  expect(() => storageOf(environment as Record<string, string>)).toThrow(message)
})

test('a bucket may use http on this machine, and elsewhere only if the settings allow it', () => {
  const at = (environment: Record<string, string>) => storageOf({ S3_BUCKET: 'models', ...environment })
  expect(at({ S3_ENDPOINT: 'http://127.0.0.1:9000' })).toMatchObject({ endpoint: 'http://127.0.0.1:9000' })
  const elsewhere = { S3_ENDPOINT: 'http://bucket:9000', S3_ALLOW_HTTP: '1' }
  expect(at(elsewhere)).toMatchObject({ endpoint: 'http://bucket:9000' })
})

test.each([
  ['AES256', { algorithm: 'AES256' }],
  ['aws:kms', { algorithm: 'aws:kms' }],
  ['aws:kms:arn:aws:kms:eu-central-1:1:key/2', { algorithm: 'aws:kms', keyId: 'arn:aws:kms:eu-central-1:1:key/2' }],
])('S3_SSE=%s is interpreted', (S3_SSE, encryption) => {
  expect(storageOf({ S3_BUCKET: 'models', S3_SSE })).toMatchObject({ encryption })
})

test('file sizes are in gigabytes, part sizes in mebibytes', () => {
  const { maxFileBytes, uploadPartBytes } = readConfig({})
  expect([maxFileBytes, uploadPartBytes]).toEqual([15_000_000_000, 64 * 1024 * 1024])
})

test.each([
  [{ NODE_ENV: 'production', PUBLIC_URL: 'https://console.example.org' }],
  [{ PUBLIC_URL: 'https://console.example.org' }],
  [{ NODE_ENV: 'production', PUBLIC_URL: 'http://localhost:3000' }],
  [{ HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost:3000' }],
])('a public console needs mail to be configured or switched off: %j', (environment) => {
  expect(() => readConfig(environment)).toThrow(ConfigError)
  expect(() => readConfig(environment)).toThrow(/^SMTP_URL must be set .* or MAIL_DELIVERY=off/)
  expect(readConfig({ ...environment, MAIL_DELIVERY: 'off' }).mail).toEqual({ method: 'off' })
  expect(readConfig({ ...environment, SMTP_URL: 'smtp://mail.example.org' }).mail.method).toBe('smtp')
})

test('on this machine, emails are saved and shown', () => {
  expect(readConfig({})).toMatchObject({ mail: { method: 'files' }, mailbox: true })
  expect(readConfig({ HOST: '::1', PUBLIC_URL: 'http://[::1]:3000' })).toMatchObject({ mailbox: true })
  expect(readConfig({ MAIL_DELIVERY: 'off' })).toMatchObject({ mailbox: false })
  expect(readConfig({ SMTP_URL: 'smtp://localhost' })).toMatchObject({ mailbox: false })
})

test('PRODUCT_NAME must not contain a colon, which ends the name in authenticator apps', () => {
  expect(() => readConfig({ PRODUCT_NAME: 'Lumen: Console' })).toThrow('PRODUCT_NAME must not contain a colon')
})

test.each(['PRODUCT_NAME', 'ADMIN_NAME'])('%s must be one line, because it is used in emails', (setting) => {
  expect(() => readConfig({ [setting]: 'Lumen\n\nVerify at https://evil.example' })).toThrow(
    `${setting} must be one line without control characters`,
  )
})

test('the sender is named after the product unless it is set', () => {
  const environment = { PUBLIC_URL: 'https://console.example.org', MAIL_DELIVERY: 'off', PRODUCT_NAME: 'Lumen' }
  expect(readConfig(environment).mailFrom).toEqual({ name: 'Lumen', address: 'no-reply@console.example.org' })
  expect(readConfig({ ...environment, MAIL_FROM: 'it@example.org' }).mailFrom).toEqual({
    name: 'Lumen',
    address: 'it@example.org',
  })
  expect(() => readConfig({ ...environment, MAIL_FROM: 'nobody' })).toThrow(/^MAIL_FROM /)
})

test.each([undefined, 'development', 'production'])(
  'the demo is only allowed on this machine, with NODE_ENV=%s',
  (NODE_ENV) => {
    const read = (environment: Record<string, string>) => readConfig({ NODE_ENV, MAIL_DELIVERY: 'off', ...environment })
    for (const real of [
      { PUBLIC_URL: 'https://console.example.org' },
      { PUBLIC_URL: 'http://localhost:3000', HOST: '0.0.0.0' },
    ]) {
      expect(read(real).demo).toBe(false)
      expect(() => read({ ...real, DEMO: '1' })).toThrow(ConfigError)
      expect(() => read({ ...real, DEMO: '1' })).toThrow(/^DEMO must not be 1 unless HOST and PUBLIC_URL/)
    }
    expect(read({ PUBLIC_URL: 'http://127.0.0.1:3000' }).demo).toBe(NODE_ENV !== 'production')
    expect(read({ PUBLIC_URL: 'http://127.0.0.1:3000', DEMO: '1' }).demo).toBe(true)
    const onPostgres = { DATABASE_URL: 'postgres://localhost/console', SECRET_KEY_FILE: 'key' }
    expect(read({ PUBLIC_URL: 'http://127.0.0.1:3000', ...onPostgres }).demo).toBe(false)
  },
)

test.each([
  [{ NODE_ENV: 'production', MAIL_DELIVERY: 'off' }, 'NODE_ENV is production'],
  [{ HOST: '0.0.0.0', MAIL_DELIVERY: 'off' }, 'HOST is not on this machine'],
  [{ HOST: '0.0.0.0', DEMO: '1' }, 'HOST is not on this machine'],
])('if users connect from other machines, PUBLIC_URL must be set: %j', (environment, reason) => {
  expect(() => readConfig(environment)).toThrow(`PUBLIC_URL must be set to the URL that users open, because ${reason}`)
})

test('[operations-12] the console is reached over https, or only from this machine', () => {
  for (const PUBLIC_URL of [
    'http://console.example.org',
    'http://192.0.2.1:3000',
    'http://localhost.example.org',
    'http://127.0.0.1.example.org',
  ]) {
    expect(() => readConfig({ PUBLIC_URL })).toThrow(/^PUBLIC_URL must start with https/)
  }
  for (const PUBLIC_URL of ['http://localhost:3000', 'http://127.0.0.1:3000']) {
    expect(readConfig({ PUBLIC_URL }).publicUrl).toBe(PUBLIC_URL)
  }
})

test('passwords are hashed on one core each, and on four at most, because each hash needs 19 MiB', () => {
  expect(readConfig({}).hashThreads).toBeLessThanOrEqual(Math.min(4, availableParallelism()))
})

test('metrics are served only to this machine unless another IP address is set', () => {
  expect(readConfig({ METRICS_PORT: '9464' }).metrics).toEqual({ host: '127.0.0.1', port: 9464 })
})

test.each([
  { MAIL: '/var/mail/ada' },
  { MAIL: '/var/spool/mail/ada', HOSTTYPE: 'x86_64', HOSTNAME: 'machine', GROUP: 'users', VENDOR: 'unknown' },
])('a variable set by a login is not treated as our setting: %j', (environment) => {
  expect(readConfig(environment)).toEqual(readConfig({}))
})

test.each(['x86_64-conda-linux-gnu', 'adas-laptop'])('HOST=%s is reported as set by a shell', (HOST) => {
  expect(() => readConfig({ HOST, npm_lifecycle_event: 'start' })).toThrow(
    new ConfigError(
      `HOST is ${HOST}, which is not an IP address of this machine. A shell such as tcsh or conda may have set it. ` +
        'For your own machine: HOST=127.0.0.1 npm start. For others, PUBLIC_URL must also be set to the URL that users open',
    ),
  )
})

test('the metrics and the server need different ports', () => {
  expect(() => readConfig({ PORT: '4000', METRICS_PORT: '4000' })).toThrow('METRICS_PORT must differ from PORT')
})

test('METRICS_PORT is reported as set by Kubernetes', () => {
  expect(() => readConfig({ METRICS_PORT: 'tcp://10.0.0.7:9464' })).toThrow(/^METRICS_PORT was set by Kubernetes/)
})

test('the error for npm start in production explains that npm start runs the demo', () => {
  const read = (environment: object) => () => readConfig({ NODE_ENV: 'production', ...environment })
  expect(read({ npm_lifecycle_event: 'start' })).toThrow(
    /^PUBLIC_URL must be set .*, because NODE_ENV is production\. npm start starts the demo\. For that, run: NODE_ENV=development npm start$/,
  )
  expect(read({})).toThrow(/because NODE_ENV is production$/)
})
