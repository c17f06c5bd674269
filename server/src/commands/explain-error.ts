import path from 'node:path'
import { existsSync, statSync } from 'node:fs'
import type { Config } from '../core/config.ts'
import { errorCode } from '../core/disk/error-code.ts'
import { DirectUrlError } from '../core/database/postgres/direct-url-error.ts'
import { isSilence } from '../core/database/postgres/silence.ts'
import { nameDatabase } from '../core/database/upgrade/require-made.ts'
import { nameStorage } from '../core/settings/storage.ts'
import { nameUser } from '../core/settings/user-name.ts'
import { StorageUnavailableError } from '../core/storage/errors.ts'
import { explainFullDisk } from '../core/storage/explain-full-disk.ts'

type Where = Pick<Config, 'dataDir' | 'auditProofDir' | 'databaseUrl' | 'storage'> &
  Partial<Pick<Config, 'databaseDirectUrl'>>

/** Explains the error that ended a start or a command, with the next step if the cause is known. */
export function explainError(error: unknown, config: Where | undefined): string {
  const full = config && explainFullDisk(error, config)
  const database = config && (explainDamage(error, config) ?? explainDatabase(error, config))
  return full ?? database ?? (config && explainBucket(error, config)) ?? explainErrorElsewhere(error)
}

/** Explains an error that is not the database's, although it may have the same code: another server may not respond. */
export function explainErrorElsewhere(error: unknown): string {
  return explainFile(error instanceof StorageUnavailableError ? error.cause : error) ?? textOf(error)
}

/** Its own message names neither the bucket nor a setting. */
function explainBucket(error: unknown, { storage }: Where): string | undefined {
  if (storage.kind !== 's3' || !(error instanceof Error)) return undefined
  const name = `The ${nameStorage(storage)} cannot be used`
  if (error.message === 'Region is missing') return `${name}: S3_REGION must be set.`
  if (!(error instanceof StorageUnavailableError)) return undefined
  return `${name} (${error.message.replace(/\.$/, '')}). Check S3_ENDPOINT, S3_BUCKET, the key and its permissions.`
}

/**
 * If several IP addresses of a name were tried, each with its own error, Node.js creates an error without a message.
 */
function textOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(textOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}

/** SQLITE_CORRUPT and SQLITE_NOTADB. */
const damaged = [11, 26]

function explainDamage(error: unknown, config: Where): string | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined
  // Its low byte is the kind of error.
  if (!damaged.includes(Number(error.errcode) % 256)) return undefined
  return `The ${nameDatabase(config)} is damaged (${error.message}). Keep a copy of it, and restore a backup.`
}

/** The last is PgBouncer's, which has no connection to PostgreSQL. */
const unreachable = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ECONNRESET', '08P01']

function explainDatabase(error: unknown, config: Where): string | undefined {
  if (config.databaseUrl === undefined || !(error instanceof Error)) return undefined
  const { databaseDirectUrl } = config
  return error instanceof DirectUrlError && databaseDirectUrl !== undefined
    ? explainUrl(error.cause, nameDatabase({ ...config, databaseUrl: databaseDirectUrl }), 'DATABASE_DIRECT_URL')
    : explainUrl(error instanceof DirectUrlError ? error.cause : error, nameDatabase(config), 'DATABASE_URL')
}

/** @param setting the setting with the URL that the error is about */
function explainUrl(error: unknown, database: string, setting: string): string | undefined {
  if (!(error instanceof Error)) return undefined
  const name = `the ${database}`
  const code = errorCode(error)
  if (/client password must be a string|no password supplied/.test(error.message))
    return `PostgreSQL requires a password for ${name}, and none is set: set DATABASE_PASSWORD or DATABASE_PASSWORD_FILE.`
  if (code === '28P01' || code === '28000')
    return `PostgreSQL rejects the user or the password for ${name} (${error.message}). Compare ${setting} and DATABASE_PASSWORD with the role, and pg_hba.conf.`
  if (code === '3D000') return `There is no ${database}. Create it (createdb), or set another one in ${setting}.`
  if (code === '42501') return `The user of ${setting} lacks a permission: ${error.message}.`
  if (unreachable.includes(code) || /timeout exceeded when trying to connect/.test(error.message) || isSilence(error))
    return `PostgreSQL does not respond for ${name} (${textOf(error)}). Start it, or correct the host and port of ${setting}.`
  return undefined
}

/** The operating system reports only its code and the file. */
function explainFile(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('path' in error) || typeof error.path !== 'string') return undefined
  const place = error.path
  const above = existingAbove(place)
  const user = process.geteuid === undefined ? 'This user' : `User ${nameUser(process.geteuid())}`
  const owned = `${above} belongs to user ${nameUser(statSync(above).uid)}`
  switch (errorCode(error)) {
    case 'ENOENT':
      return above === path.dirname(place)
        ? `${place} does not exist.`
        : `${place} cannot be created or read: ${path.join(above, path.relative(above, place).split(path.sep)[0] ?? '')} does not exist. Create that folder first.`
    case 'EACCES':
    case 'EPERM':
      return `${user} has no permission to use ${place}: ${owned}. Give it permission, run this as that user, or choose another location.`
    case 'EROFS':
      return `${place} cannot be written: its file system is read-only. Choose another location, or mount it for writing.`
    case 'EEXIST':
      return `${place} is a file, not a folder. Remove it, or choose another location.`
    case 'ENOTDIR':
      return `${place} cannot be created or read: ${above} is a file, not a folder.`
    default:
      return undefined
  }
}

function existingAbove(place: string): string {
  const above = path.dirname(place)
  return existsSync(above) || above === place ? above : existingAbove(above)
}
