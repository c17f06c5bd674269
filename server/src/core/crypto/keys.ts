import { hkdfSync, randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, linkSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '../config.ts'
import { isNoSpace, NoSpaceError } from '../disk/no-space.ts'
import { syncFolder } from '../disk/sync-folder.ts'
import { ConfigError } from '../settings/config-error.ts'
import { readNamedFile } from '../settings/secret-files.ts'

const keyBytes = 32

export type Keys = {
  /**
   * Derives 32 bytes from the master key.
   * @param purpose a different fixed name for each use
   * @throws KeyReplacedError
   */
  derive(purpose: string): Buffer
}

export type MasterKey = Keys & {
  /** Identifies the master key without revealing anything about it. */
  fingerprint: string
  /**
   * Whether the database has received another key since this server started. The server neither signs nor decrypts
   * anything then.
   */
  isReplaced: boolean
}

/** The database has another master key than this process. */
export class KeyReplacedError extends Error {
  constructor() {
    super('The master key of the database was replaced. Start this server again with the new key.')
  }
}

/**
 * Reads the master key from its file.
 * @throws ConfigError if there is no usable key
 */
export function openKeys({ secretKey: { file } }: { secretKey: Pick<Config['secretKey'], 'file'> }): MasterKey {
  const masterKey = readKeyFile(file)
  /** Each key is derived once, because every request uses one. */
  const derived = new Map<string, Buffer>()
  function derive(purpose: string): Buffer {
    const key =
      derived.get(purpose) ?? Buffer.from(hkdfSync('sha256', masterKey, '', `health-console ${purpose}`, keyBytes))
    derived.set(purpose, key)
    return key
  }
  const keys: MasterKey = {
    derive(purpose) {
      if (keys.isReplaced) throw new KeyReplacedError()
      return derive(purpose)
    },
    fingerprint: derive('fingerprint').toString('hex'),
    isReplaced: false,
  }
  return keys
}

/** Creates the master key if the settings allow it. It is on disk when this function returns. */
export async function makeKey({ secretKey: { file, mayBeMade } }: Pick<Config, 'secretKey'>): Promise<void> {
  if (!mayBeMade || existsSync(file)) return
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  makeKeyFile(file)
  await syncFolder(path.dirname(file))
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
    if (isNoSpace(error)) throw new NoSpaceError(path.dirname(file), error)
    if (!existsSync(file)) throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

function readKeyFile(file: string): Buffer {
  const howToMake = `create it with: openssl rand -base64 ${keyBytes} > ${file}`
  // The file may be the only key, cut short. A command that overwrites it must not be the first advice.
  const howToReplace =
    'put back your copy of the key. If there is none, move this file to another name first, then ' +
    `${howToMake} and, if the console has data, run: bin/console rotate-key --lost`
  if (!existsSync(file))
    throw new ConfigError(
      `SECRET_KEY_FILE specifies ${file}, which does not exist; copy the key of this console there, or, for a new console, ${howToMake}`,
    )
  const text = readNamedFile('SECRET_KEY_FILE', file)
  const key = Buffer.from(text, 'base64')
  if (/^[\w+/=\s-]*$/.test(text) && key.length >= keyBytes) return key
  throw new ConfigError(
    `SECRET_KEY_FILE must contain at least ${keyBytes} random bytes in base64, and ${file} does not: ${howToReplace}`,
  )
}
