import { accessSync, constants, type Stats, statSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '../../config.ts'
import { nameUser, userForCommand } from '../../settings/user-name.ts'
import { errorCode } from '../../disk/error-code.ts'
import { findApplied } from './migrate.ts'
import type { Database } from '../open.ts'
import { listTables, requireWhole } from './restore-place.ts'

type Where = Pick<Config, 'databaseUrl' | 'dataDir'>

/** Identifies the console that a command works on, without a secret. */
export function describeConsole(config: Where & Pick<Config, 'publicUrl'>): string {
  return `Console ${config.publicUrl}, ${nameDatabase(config)}`
}

export function nameDatabase({ databaseUrl, dataDir }: Where): string {
  if (databaseUrl === undefined) return `database ${path.join(dataDir, 'console.db')}`
  const url = new URL(databaseUrl)
  const host = url.searchParams.getAll('host').at(-1) ?? url.host
  return `database ${decodeURIComponent(url.pathname.slice(1))} on ${host}`
}

const nextSteps =
  "Specify your console's settings with --settings=FILE or in the environment. To create a new console, run bin/console serve or " +
  'bin/console migrate.'

/**
 * Called before the file is opened, which would create it and its folder.
 * @throws Error if the embedded database is missing or this user cannot use it
 */
export function requireFile(config: Where): void {
  if (config.databaseUrl !== undefined || hasFile(config)) return
  throw new Error(`There is no console in DATA_DIR ${config.dataDir}. ${nextSteps}`)
}

/**
 * Whether the embedded database exists.
 * @throws Error if this user may not read or use it
 */
export function hasFile({ dataDir }: Pick<Config, 'dataDir'>): boolean {
  const file = path.join(dataDir, 'console.db')
  let place = dataDir
  try {
    accessSync(dataDir, constants.R_OK | constants.X_OK)
    place = file
    accessSync(file, constants.R_OK | constants.W_OK)
    return true
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false
    const us = process.geteuid?.()
    if (us === undefined || !['EACCES', 'EPERM'].includes(errorCode(error))) throw error
    const named = place === file ? file : `DATA_DIR ${dataDir}`
    const info = findInfo(place)
    if (place === dataDir && info?.isDirectory() === false) throw new Error(`${named} is not a folder. Set another.`)
    const owner = info?.uid
    const explained =
      owner === us
        ? `, because its mode denies it. Fix: chmod u+rwX ${place}`
        : explainOwner(owner ?? findInfo(dataDir)?.uid, us, dataDir)
    throw new Error(`User ${nameUser(us)} cannot use ${named}${explained}`, { cause: error })
  }
}

/** The server never runs as root, so files that root has created are given to the server's user. */
function explainOwner(owner: number | undefined, us: number, dataDir: string): string {
  if (owner === undefined || owner === us) return '. Give it permission, or set another DATA_DIR.'
  const belongs = `, which belongs to user ${nameUser(owner)}.`
  return owner === 0
    ? `${belongs} Give it to the server's user: chown -R ${userForCommand(us)} ${dataDir}`
    : `${belongs} Run the command as that user: sudo -u ${userForCommand(owner, `'#${owner}'`)} …`
}

/** @throws Error if a database has no tables of the console */
export async function requireTables(database: Database, config: Where): Promise<void> {
  const tables = await listTables(database)
  requireWhole(tables)
  if (await findApplied(database)) return
  const content = tables.length === 0 ? 'it is empty' : 'it has tables, but none of a console'
  throw new Error(`There is no console in the ${nameDatabase(config)}: ${content}. ${nextSteps}`)
}

/** @returns undefined if a folder above may not be searched */
function findInfo(place: string): Stats | undefined {
  try {
    return statSync(place)
  } catch {
    return undefined
  }
}
