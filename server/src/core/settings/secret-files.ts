import { closeSync, openSync, readSync } from 'node:fs'
import { ConfigError } from './config-error.ts'

/** This is far more than any of these files needs; a device such as /dev/zero has no end. */
const mostBytes = 1024 * 1024

/**
 * Settings that can be read from a file, which NAME_FILE specifies. Other users cannot read such a file, and it is not
 * in dumps of the environment.
 */
export const secretSettings = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_PASSWORD',
  'DRILL_DATABASE_URL',
  'SMTP_URL',
  'S3_SECRET_ACCESS_KEY',
  'OIDC_CLIENT_SECRET',
  'ADMIN_PASSWORD',
] as const

/** Replaces each NAME_FILE with the content of its file as NAME. */
export function readSecretFiles(environment: Record<string, string>): Record<string, string> {
  const read = { ...environment }
  for (const name of secretSettings) {
    const file = environment[`${name}_FILE`]
    if (file === undefined) continue
    if (environment[name] !== undefined) throw new ConfigError(`${name} and ${name}_FILE must not both be set`)
    const secret = readNamedFile(`${name}_FILE`, file)
    if (secret === '') throw new ConfigError(`${name}_FILE specifies ${file}, which is empty`)
    read[name] = secret
  }
  return read
}

/** @throws ConfigError with the reason why a file cannot be read, never with its content */
export function readNamedFile(setting: string, file: string): string {
  const bytes = readStart(setting, file)
  if (bytes.length > mostBytes) throw new ConfigError(`${setting} specifies ${file}, which is longer than 1 MiB`)
  const text = bytes.toString('utf8')
  if (/[\0\uFFFD]/.test(text)) throw new ConfigError(`${setting} specifies ${file}, which is not text in UTF-8`)
  return text.replace(/^\uFEFF/, '').replace(/\r?\n$/, '')
}

/** This reads at most one byte more than is allowed. */
function readStart(setting: string, file: string): Buffer {
  try {
    const bytes = Buffer.alloc(mostBytes + 1)
    const opened = openSync(file, 'r')
    try {
      let length = 0
      for (let read = 1; read > 0 && length < bytes.length; length += read)
        read = readSync(opened, bytes, length, bytes.length - length, null)
      return bytes.subarray(0, length)
    } finally {
      closeSync(opened)
    }
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    throw new ConfigError(`${setting} specifies ${file}, which cannot be read: ${reason}`)
  }
}
