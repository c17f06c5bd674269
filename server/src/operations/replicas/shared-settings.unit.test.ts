import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { giveKey } from '../../../testing/engines/database-settings.ts'
import { root } from '../../../testing/processes/server-process.ts'
import { readConfig, settingNames } from '../../core/config.ts'
import { openKeys } from '../../core/crypto/keys.ts'
import { mayDiffer } from '../../core/settings/may-differ.ts'
import { findDifferingSettings, hideSettings } from './shared-settings.ts'

const base: Record<string, string> = {
  PUBLIC_URL: 'https://console.example.org',
  DATABASE_URL: 'postgres://console@db.example.org/console',
  DATABASE_DIRECT_URL: 'postgres://console@db.example.org/console',
  SECRET_KEY_FILE: '/etc/console.key',
  SMTP_URL: 'smtp://user:secret@mail.example.org:587',
  S3_BUCKET: 'models',
  S3_ENDPOINT: 'https://s3.example.org',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
  OIDC_ISSUER: 'https://login.example.org',
  OIDC_CLIENT_ID: 'console',
  OIDC_CLIENT_SECRET: 'secret',
  OIDC_EMERGENCY_ADMINS: 'ada@example.org',
  ADMIN_EMAIL: 'ada@example.org',
  ADMIN_PASSWORD: 'Copper-lantern-9',
}

/** Another value of each setting. */
const others: Record<string, string> = {
  NODE_ENV: 'production',
  HOST: '10.0.0.2',
  PORT: '3001',
  DATA_DIR: '/var/other',
  DATABASE_URL: 'postgres://console@127.0.0.1:6432/console',
  DATABASE_DIRECT_URL: 'postgres://console@127.0.0.1/console',
  DATABASE_PASSWORD: 'another',
  DRILL_DATABASE_URL: 'postgres://console@drill.example.org/console',
  DATABASE_POOL_SIZE: '5',
  SECRET_KEY_FILE: '/etc/other.key',
  PUBLIC_URL: 'https://other.example.org',
  PRODUCT_NAME: 'Another Console',
  SMTP_URL: 'smtp://user:another@mail.example.org:587',
  MAIL_FROM: 'other@example.org',
  MAIL_DELIVERY: 'off',
  SESSION_IDLE_MINUTES: '16',
  SESSION_HOURS: '13',
  MAX_FILE_GB: '16',
  UPLOAD_PART_MB: '65',
  IMPORT_MAX_MB: '33',
  PATIENT_IMPORTS_KEPT: '11',
  PAGE_SIZE: '21',
  BULK_PEOPLE: '1001',
  BULK_REPORTS: '601',
  BULK_AUDIT_ROWS: '2001',
  BULK_DOWNLOADS: '21',
  S3_BUCKET: 'others',
  S3_ENDPOINT: 'https://other.example.org',
  S3_ALLOW_HTTP: '1',
  S3_REGION: 'eu-central-1',
  S3_ACCESS_KEY_ID: 'another',
  S3_SECRET_ACCESS_KEY: 'another',
  S3_SSE: 'AES256',
  PUBLISHING: 'two',
  AUDIT_PROOF_DIR: '/var/proof',
  AUDIT_CHECKPOINT_MAIL: '1',
  AUDIT_STREAM: 'stdout',
  ACCESS_REVIEW_DAYS: '91',
  ACCESS_LOG_NAMES: '1',
  UNUSUAL_ACCESS: 'on',
  REPORTS_KEPT_YEARS: '7',
  REPORT_MODEL_KEYS: 'model',
  REQUIRE_SECOND_FACTOR: 'all',
  OIDC_ISSUER: 'https://other.example.org',
  OIDC_CLIENT_ID: 'another',
  OIDC_CLIENT_SECRET: 'another',
  OIDC_NAME: 'Another',
  OIDC_TRUST_EMAIL: '1',
  OIDC_SUPER_ADMIN_GROUP: 'everyone',
  OIDC_ADMIN_GROUP: 'everyone',
  OIDC_SECOND_FACTOR: 'ours',
  OIDC_ONLY: '1',
  OIDC_EMERGENCY_ADMINS: 'bo@example.org',
  ALLOWED_ORIGINS: 'https://other.example.org',
  TRUST_PROXY: '1',
  DRAIN_DELAY_SECONDS: '7',
  METRICS_HOST: '10.0.0.2',
  METRICS_PORT: '9464',
  LOG_LEVEL: 'debug',
  DEMO: '1',
  ADMIN_EMAIL: 'bo@example.org',
  ADMIN_PASSWORD: 'Silver-lantern-9',
  ADMIN_NAME: 'Bo',
}

function createComparison() {
  const folder = mkdtempSync(path.join(tmpdir(), 'console-settings-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const keys = openKeys({ secretKey: { file: giveKey(folder) } })
  const hide = (settings: Record<string, string>) => hideSettings(readConfig({ ...base, ...settings }), keys)
  return {
    folder,
    hide,
    compare: (one: Record<string, string>, other: Record<string, string>) =>
      findDifferingSettings(hide(one), hide(other)),
  }
}

test('each setting in turn is reported if it differs, except those that may differ with a reason', () => {
  const { folder, compare } = createComparison()
  const labels = path.join(folder, 'labels.json')
  writeFileSync(labels, JSON.stringify({ readouts: [], labels: [{ path: 'a', title: 'A' }] }))
  const reported = settingNames.filter((name) => {
    // The demo is only for this machine.
    const common: Record<string, string> = name === 'DEMO' ? { PUBLIC_URL: '' } : {}
    const value = name === 'REPORT_LABELS' ? labels : (others[name] ?? '')
    const differing = compare(common, { ...common, [name]: value })
    expect([[], [name]]).toContainEqual(differing)
    return differing.length > 0
  })
  const known: string[] = Object.keys(mayDiffer)
  expect(reported).toEqual(settingNames.filter((name) => !known.includes(name)))
  expect(settingNames).toEqual(expect.arrayContaining(known))
})

test('docs/operations/configuration.md lists what may differ', () => {
  const page = readFileSync(path.join(root, 'docs/operations/configuration.md'), 'utf8')
  const [, list = ''] = /Only these may differ: (.*?)\./s.exec(page) ?? []
  expect([...list.matchAll(/`(\w+)`/g)].map(([, name]) => name)).toEqual(Object.keys(mayDiffer))
})

test('files are compared by content, and secrets by HMAC', () => {
  const { folder, compare, hide } = createComparison()
  const write = (name: string, content: string) => {
    writeFileSync(path.join(folder, name), content)
    return path.join(folder, name)
  }
  const labels = (title: string) => JSON.stringify({ readouts: [], labels: [{ path: 'a', title }] })
  const [one, same, other] = [write('1', labels('A')), write('2', labels('A')), write('3', labels('B'))]
  expect(compare({ REPORT_LABELS: one }, { REPORT_LABELS: same })).toEqual([])
  expect(compare({ REPORT_LABELS: one }, { REPORT_LABELS: other })).toEqual(['REPORT_LABELS'])
  const inFile = (content: string) => ({
    SMTP_URL: '',
    SMTP_URL_FILE: write(content, `smtp://user:${content}@mail.example.org`),
  })
  expect(compare({ SMTP_URL: 'smtp://user:first@mail.example.org' }, inFile('first'))).toEqual([])
  expect(compare(inFile('first'), inFile('second'))).toEqual(['SMTP_URL'])
  expect(hide(inFile('first'))).not.toMatch(/first|mail\.example/)
})

test('one origin, however it is written, is one value', () => {
  const { compare } = createComparison()
  expect(compare({}, { PUBLIC_URL: 'https://console.example.org/' })).toEqual([])
})

test('a setting that the other version does not know, and the record of 1.0.0, differ from nothing', () => {
  const { hide } = createComparison()
  const ours = hide({})
  const known = JSON.parse(ours) as [string, string][]
  expect(findDifferingSettings(ours, JSON.stringify(known.slice(1)))).toEqual([])
  expect(findDifferingSettings(ours, JSON.stringify([...known, ['LATER_SETTING', 'x']]))).toEqual([])
  expect(findDifferingSettings(ours, JSON.stringify(Object.fromEntries(known.map(([name]) => [name, 'x']))))).toEqual(
    [],
  )
})
