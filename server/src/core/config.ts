import { availableParallelism } from 'node:os'
import path from 'node:path'
import { Email, toLine } from '@health-console/contract/values/text.ts'
import * as z from 'zod/mini'
import { ConfigError } from './settings/config-error.ts'
import { limitSettings, readLimits } from './settings/lifetimes-and-sizes.ts'
import { explainMissingUrl } from './settings/listen-place.ts'
import { describeOtherSites } from './settings/other-site.ts'
import { isLoopback } from './settings/loopback.ts'
import { mayDiffer } from './settings/may-differ.ts'
import { readMail, readSender } from './settings/mail.ts'
import { addPassword, defaultPoolSize, readPostgresUrl } from './settings/postgres-url.ts'
import { readProxies } from './settings/proxies.ts'
import { readReportLabels } from './settings/report-labels.ts'
import { readSecretFiles, secretSettings } from './settings/secret-files.ts'
import { readSignOn } from './settings/sign-on.ts'
import { readStorage } from './settings/storage.ts'
import { describeUnknownName, findUnknownNames } from './settings/unknown-names.ts'
import { findRange, wholeNumber } from './settings/whole-number.ts'

const flag = z.pipe(
  z.enum(['1', '0', 'true', 'false'], 'must be 1, 0, true or false'),
  z.transform((value) => value === '1' || value === 'true'),
)
/** A name that users see, also in emails. */
const name = (max: number) =>
  z.string().check(
    z.trim(),
    z.minLength(1, 'must not be empty'),
    z.maxLength(max, `must have at most ${max} characters`),
    z.refine((value) => toLine(value) === value, 'must be one line without control characters'),
  )
const origin = z.pipe(
  z.string().check(z.refine((value) => URL.canParse(value), 'must be a URL such as https://console.example.org')),
  z.transform((value) => new URL(value)),
)
const httpOrigin = origin.check(
  z.refine((url) => ['http:', 'https:'].includes(url.protocol), 'must start with http:// or https://'),
  z.refine((url) => url.pathname === '/' && url.search === '' && url.hash === '', 'must not have a path'),
)
const list = z.pipe(
  z.string(),
  z.transform((value) =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
  ),
)

/** A container gets METRICS_PORT=tcp://… if a service in its namespace is named metrics. */
const notOfKubernetes = z
  .string()
  .check(
    z.refine(
      (value) => !value.startsWith('tcp://'),
      'was set by Kubernetes or Docker for a service named metrics: rename that, or set enableServiceLinks: false',
    ),
  )

const Environment = z.object({
  NODE_ENV: z.optional(z.string()),
  HOST: z._default(z.string(), '127.0.0.1'),
  PORT: z._default(wholeNumber(1, 65_535), 3000),
  DATA_DIR: z._default(z.string(), './data'),
  DATABASE_URL: z.optional(z.string()),
  DATABASE_DIRECT_URL: z.optional(z.string()),
  DATABASE_PASSWORD: z.optional(z.string()),
  DRILL_DATABASE_URL: z.optional(z.string()),
  DATABASE_POOL_SIZE: z._default(wholeNumber(2, 100), defaultPoolSize),
  SECRET_KEY_FILE: z.optional(z.string()),
  PUBLIC_URL: z.optional(httpOrigin),
  // Authenticator apps treat a colon as the end of the name.
  PRODUCT_NAME: z._default(
    name(60).check(z.refine((value) => !value.includes(':'), 'must not contain a colon')),
    'Health Console',
  ),
  SMTP_URL: z.optional(z.string()),
  MAIL_FROM: z.optional(z.string()),
  MAIL_DELIVERY: z._default(z.enum(['on', 'off'], 'must be on or off'), 'on'),
  ...limitSettings,
  S3_BUCKET: z.optional(z.string()),
  S3_ENDPOINT: z.optional(httpOrigin),
  S3_ALLOW_HTTP: z._default(flag, false),
  S3_REGION: z.optional(z.string()),
  S3_ACCESS_KEY_ID: z.optional(z.string()),
  S3_SECRET_ACCESS_KEY: z.optional(z.string()),
  S3_SSE: z.optional(z.string()),
  PUBLISHING: z._default(z.enum(['one', 'two'], 'must be one or two'), 'one'),
  AUDIT_PROOF_DIR: z.optional(z.string()),
  AUDIT_CHECKPOINT_MAIL: z._default(flag, false),
  AUDIT_STREAM: z.optional(z.string()),
  ACCESS_REVIEW_DAYS: z._default(wholeNumber(1, 3_650), 90),
  ACCESS_LOG_NAMES: z._default(flag, false),
  UNUSUAL_ACCESS: z._default(z.enum(['on', 'off'], 'must be on or off'), 'off'),
  REPORTS_KEPT_YEARS: z.optional(wholeNumber(1, 1_000)),
  REPORT_LABELS: z.optional(z.string()),
  REPORT_MODEL_KEYS: z._default(list, []),
  REQUIRE_SECOND_FACTOR: z._default(z.enum(['none', 'super_admin', 'all'], 'must be none, super_admin or all'), 'none'),
  OIDC_ISSUER: z.optional(z.string()),
  OIDC_CLIENT_ID: z.optional(z.string()),
  OIDC_CLIENT_SECRET: z.optional(z.string()),
  OIDC_NAME: z._default(name(40), 'single sign-on'),
  OIDC_TRUST_EMAIL: z._default(flag, false),
  OIDC_SUPER_ADMIN_GROUP: z.optional(z.string()),
  OIDC_ADMIN_GROUP: z.optional(z.string()),
  OIDC_SECOND_FACTOR: z.optional(z.enum(['ours'], 'must be ours, or empty')),
  OIDC_ONLY: z._default(flag, false),
  OIDC_EMERGENCY_ADMINS: z.optional(z.string()),
  ALLOWED_ORIGINS: z._default(z.pipe(list, z.array(httpOrigin)), []),
  TRUST_PROXY: z._default(z.string(), '0'),
  DRAIN_DELAY_SECONDS: z.optional(wholeNumber(0, 300)),
  METRICS_HOST: z._default(z.string(), '127.0.0.1'),
  METRICS_PORT: z.optional(z.pipe(notOfKubernetes, wholeNumber(1, 65_535))),
  LOG_LEVEL: z._default(
    z.enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be fatal, error, warn, info, debug, trace or silent',
    ),
    'info',
  ),
  DEMO: z.optional(flag),
  ADMIN_EMAIL: z.optional(
    z.pipe(z.string().check(z.refine((text) => Email.safeParse(text).success, 'must be an email address')), Email),
  ),
  ADMIN_PASSWORD: z.optional(z.string()),
  ADMIN_NAME: z._default(name(200), 'Console Admin'),
})

export const settingNames = Object.keys(Environment.shape)
/** The names, including those that specify a file. */
export const allNames = [...settingNames, ...secretSettings.map((name) => `${name}_FILE`)]

/** The smallest and largest value of each setting that is a whole number. */
export const settingRanges = Object.entries(Environment.shape).flatMap(([name, schema]) => {
  const range = findRange(schema)
  return range === undefined ? [] : [{ name, ...range }]
})

export type Config = ReturnType<typeof readConfig>

/**
 * Reads the settings from an environment. An empty variable counts as absent.
 * @throws ConfigError with the first invalid setting
 */
export function readConfig(environment: Record<string, string | undefined>) {
  const entries = Object.entries(environment).filter((entry): entry is [string, string] => Boolean(entry[1]))
  const misspelt = findUnknownNames(
    entries.map(([name]) => name),
    allNames,
  )
    .filter(({ likely }) => likely !== undefined)
    .map(describeUnknownName)
  try {
    return readSettings(Object.fromEntries(entries), misspelt)
  } catch (error) {
    // This is often the setting that is missing.
    if (!(error instanceof ConfigError) || misspelt.length === 0) throw error
    throw new ConfigError(`${error.message}\n${misspelt.join('\n')}`)
  }
}

function readSettings(settings: Record<string, string>, misspelt: string[]) {
  const parsed = Environment.safeParse(readSecretFiles(settings))
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new ConfigError(`${String(issue?.path[0])} ${issue?.message}`)
  }
  const env = parsed.data
  const production = env.NODE_ENV === 'production'
  const publicUrl = env.PUBLIC_URL
  const missingUrl = publicUrl === undefined ? explainMissingUrl(settings, env.HOST) : undefined
  if (missingUrl !== undefined) throw new ConfigError(missingUrl)
  if (publicUrl?.protocol === 'http:' && !isLoopback(publicUrl.hostname)) {
    throw new ConfigError(
      'PUBLIC_URL must start with https:// unless it is on this machine (localhost, 127.0.0.1, [::1])',
    )
  }
  if ((env.ADMIN_EMAIL === undefined) !== (env.ADMIN_PASSWORD === undefined)) {
    throw new ConfigError(
      `${env.ADMIN_EMAIL ? 'ADMIN_PASSWORD' : 'ADMIN_EMAIL'} must be set together with ${env.ADMIN_EMAIL ? 'ADMIN_EMAIL' : 'ADMIN_PASSWORD'}`,
    )
  }
  const databaseUrl = readDatabaseUrl(env, 'DATABASE_URL')
  const databaseDirectUrl = readDatabaseUrl(env, 'DATABASE_DIRECT_URL')
  const drillUrl = env.DRILL_DATABASE_URL === undefined ? undefined : readPostgresUrl(env.DRILL_DATABASE_URL)
  if (typeof drillUrl === 'string') throw new ConfigError(`DRILL_DATABASE_URL ${drillUrl}`)
  const trustedProxies = readProxies(env.TRUST_PROXY)
  if (typeof trustedProxies === 'string') throw new ConfigError(`TRUST_PROXY ${trustedProxies}`)
  const limits = readLimits(env)
  if (env.METRICS_PORT === env.PORT) throw new ConfigError('METRICS_PORT must differ from PORT')
  const origin = publicUrl?.origin ?? `http://localhost:${env.PORT}`
  const isOwnMachine = isLoopback(env.HOST) && isLoopback(new URL(origin).hostname)
  if (env.DEMO && !isOwnMachine) {
    throw new ConfigError('DEMO must not be 1 unless HOST and PUBLIC_URL are on this machine')
  }
  // A public console has real users: emails must reach them, and demo data is loaded only on request.
  const isReal = production || !isOwnMachine
  const mail = readMail(env, isReal)
  const reportLabels = env.REPORT_LABELS === undefined ? undefined : readReportLabels(path.resolve(env.REPORT_LABELS))
  const demo = env.DEMO ?? (!isReal && env.DATABASE_URL === undefined)
  // Files are compared by their content.
  const values = { ...env, PUBLIC_URL: origin, DEMO: demo, REPORT_LABELS: reportLabels }
  const valueOf = new Map<string, unknown>(Object.entries(values))
  const shared = settingNames.filter((name) => !Object.hasOwn(mayDiffer, name))
  return Object.freeze({
    /** What the system administrator should change, although it works. */
    notices: [
      ...misspelt,
      ...describeOtherSites(
        origin,
        env.ALLOWED_ORIGINS.map((url) => url.origin),
      ),
    ],
    /** The values in which all replicas must agree, by setting. */
    shared: shared.map((name): [name: string, value: unknown] => [name, valueOf.get(name)]),
    production,
    host: env.HOST,
    port: env.PORT,
    dataDir: path.resolve(env.DATA_DIR),
    /** Absent: SQLite in `dataDir`. */
    databaseUrl,
    /** The direct URL of PostgreSQL, if `databaseUrl` points to a pooler. */
    databaseDirectUrl,
    /** The PostgreSQL server on which a drill creates its database, if it is a different one. */
    drillDatabaseUrl: env.DRILL_DATABASE_URL,
    /** The maximum number of connections to PostgreSQL. */
    databasePoolSize: env.DATABASE_POOL_SIZE,
    secretKey: readSecretKey(env),
    /** The origin under which browsers reach the console, without a trailing slash. */
    publicUrl: origin,
    /** Whether only browsers on this machine can reach the console. */
    isOwnMachine,
    productName: env.PRODUCT_NAME,
    mail,
    mailFrom: readSender(env, new URL(origin).hostname),
    /** Whether saved emails are shown on a page, to browsers on this machine. */
    mailbox: mail.method === 'files' && isOwnMachine,
    storage: readStorage(env),
    ...limits,
    /** How many admins it takes to publish a version of a model or prompt. */
    publishing: env.PUBLISHING,
    /** Where the checkpoints of the audit log are stored. */
    auditProofDir: path.resolve(env.AUDIT_PROOF_DIR ?? path.join(env.DATA_DIR, 'audit-proof')),
    /** Whether the super admins are emailed a checkpoint each week. */
    auditCheckpointMail: env.AUDIT_CHECKPOINT_MAIL,
    /** Where new entries of the audit log are written: `stdout` or a file; undefined: nowhere. */
    auditStream:
      env.AUDIT_STREAM === undefined || env.AUDIT_STREAM === 'stdout'
        ? env.AUDIT_STREAM
        : path.resolve(env.AUDIT_STREAM),
    /** The days between two access reviews. */
    accessReviewDays: env.ACCESS_REVIEW_DAYS,
    /** Whether users are told the names of the staff who accessed their data. */
    accessLogNames: env.ACCESS_LOG_NAMES,
    /** Whether each night looks for unusual access of staff to users. */
    unusualAccess: env.UNUSUAL_ACCESS === 'on',
    /** The age at which reports are deleted; undefined: they are kept. */
    reportsKeptYears: env.REPORTS_KEPT_YEARS,
    /** The keys of a report that contain the hash of a model. */
    reportModelKeys: env.REPORT_MODEL_KEYS,
    /** The layout of reports as a page; undefined: the demo's labels for demo data, otherwise none. */
    reportLabels,
    /** The roles that require a second factor. */
    requireSecondFactor: env.REQUIRE_SECOND_FACTOR,
    /** Undefined: single sign-on is not configured. */
    signOn: readSignOn(env),
    allowedOrigins: env.ALLOWED_ORIGINS.map((url) => url.origin),
    trustedProxies,
    /** How long the server continues to serve requests after the stop signal. */
    drainDelayMs: (env.DRAIN_DELAY_SECONDS ?? (isLoopback(env.HOST) ? 0 : 5)) * 1_000,
    /** Where metrics are served; absent: nowhere. */
    metrics: env.METRICS_PORT === undefined ? undefined : { host: env.METRICS_HOST, port: env.METRICS_PORT },
    logLevel: env.LOG_LEVEL,
    demo,
    firstAdmin:
      env.ADMIN_EMAIL === undefined || env.ADMIN_PASSWORD === undefined
        ? undefined
        : { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD, fullName: env.ADMIN_NAME },
    hashThreads: Math.min(availableParallelism(), 4),
  })
}

function readDatabaseUrl(
  env: Pick<z.infer<typeof Environment>, 'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'DATABASE_PASSWORD'>,
  setting: 'DATABASE_URL' | 'DATABASE_DIRECT_URL',
): string | undefined {
  const { [setting]: url, DATABASE_PASSWORD: password } = env
  // SQLite would be used, which is empty.
  if (url !== undefined && env.DATABASE_URL === undefined)
    throw new ConfigError(`${setting} must be set together with DATABASE_URL`)
  const parsed = url === undefined ? undefined : readPostgresUrl(url)
  if (typeof parsed === 'string') throw new ConfigError(`${setting} ${parsed}`)
  if (password === undefined || (url === undefined && setting !== 'DATABASE_URL')) return url
  return addPassword(setting, url, password)
}

/** The master key must not be in a copy of the database, and all replicas need the same one. */
function readSecretKey(env: Pick<z.infer<typeof Environment>, 'SECRET_KEY_FILE' | 'DATABASE_URL' | 'DATA_DIR'>) {
  if (env.SECRET_KEY_FILE !== undefined) return { file: path.resolve(env.SECRET_KEY_FILE), mayBeMade: false }
  if (env.DATABASE_URL === undefined) return { file: path.resolve(env.DATA_DIR, 'secret.key'), mayBeMade: true }
  throw new ConfigError(
    'SECRET_KEY_FILE must be set together with DATABASE_URL, to the file with the master key of this console. Only a new console gets a new file: openssl rand -base64 32 > FILE',
  )
}
