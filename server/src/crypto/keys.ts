import { hkdfSync, randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, linkSync, openSync, rmSync, writeSync } from 'node:fs'
import type { Config } from '../config.ts'
import { ConfigError } from '../settings/config-error.ts'
import { readNamedFile } from '../settings/secret-files.ts'

const keyBytes = 32

export type Keys = {
  /** Derives 32 bytes from the master key. @param purpose a different fixed name for each use */
  derive(purpose: string): Buffer
}

/**
 * Reads the master key from its file, and creates it if the settings allow that.
 * @throws ConfigError when there is no usable key
 */
export function openKeys({ secretKey: { file, mayBeMade } }: Pick<Config, 'secretKey'>): Keys {
  if (mayBeMade && !existsSync(file)) makeKeyFile(file)
  const masterKey = readKeyFile(file)
  return {
    derive: (purpose) => Buffer.from(hkdfSync('sha256', masterKey, '', `health-console ${purpose}`, keyBytes)),
  }
}

/** Creating a hard link is atomic and never replaces a key that another process has just created. */
function makeKeyFile(file: string): void {
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  try {
    const handle = openSync(draft, 'wx', 0o600)
    writeSync(handle, `${randomBytes(keyBytes).toString('base64')}\n`)
    fsyncSync(handle)
    closeSync(handle)
    linkSync(draft, file)
  } catch (error) {
    if (!existsSync(file)) throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

function readKeyFile(file: string): Buffer {
  const howToMake = `make it with: openssl rand -base64 ${keyBytes} > ${file}`
  if (!existsSync(file))
    throw new ConfigError(
      `SECRET_KEY_FILE names ${file}, which does not exist; copy the key of this console there, or, for a new console, ${howToMake}`,
    )
  const text = readNamedFile('SECRET_KEY_FILE', file)
  const key = Buffer.from(text, 'base64')
  if (/^[\w+/=\s-]*$/.test(text) && key.length >= keyBytes) return key
  throw new ConfigError(`SECRET_KEY_FILE must hold at least ${keyBytes} random bytes in base64; ${howToMake}`)
}
