import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { Keys } from '../../core/crypto/keys.ts'
import { findManifest, isSigned, type Manifest } from './manifest.ts'

export type Backup = { folder: string; manifest: Manifest }

type Listed = {
  /** Newest first, by the time in the manifest, which proves nothing without its signature. */
  backups: Backup[]
  /** Why manifests could not be read. */
  errors: Error[]
}

/** The complete backups among folders of one folder. Links are left out: they may lead to any place. */
export async function listBackups(parent: string, isIncluded?: (folder: string) => Promise<boolean>): Promise<Listed> {
  const entries = (await readdir(parent, { withFileTypes: true })).filter(
    (entry) => entry.isDirectory() && !entry.name.startsWith('.'),
  )
  const backups: Backup[] = []
  const errors: Error[] = []
  for (const { name } of entries) {
    const folder = path.join(parent, name)
    if (isIncluded && !(await isIncluded(folder))) continue
    try {
      const manifest = await findManifest(folder)
      if (manifest) backups.push({ folder, manifest })
    } catch (error) {
      if (!(error instanceof Error)) throw error
      errors.push(error)
    }
  }
  return { backups: backups.toSorted((one, other) => timeOf(other) - timeOf(one)), errors }
}

/** When a backup was made, if its manifest is true. */
export const timeOf = ({ manifest }: Backup): number => Date.parse(manifest.madeAt)

/** The name of the folder of a backup. */
export const nameFor = (madeAt: string): string => madeAt.replaceAll(/[:.]/g, '-')

/** Whether this console made a backup, and its folder has the name that it gave it: a copy does not count. */
export const isOurs = (keys: Keys, { folder, manifest }: Backup): boolean =>
  isSigned(keys, manifest) && path.basename(folder) === nameFor(manifest.madeAt)

/** Clocks of machines differ. */
const hour = 3_600_000

export type Chosen = Backup & {
  /** Whether it is certain that this backup was specified; otherwise it was chosen among others. */
  isSpecified: boolean
  /** Backups that claim to be newer, but that the master key does not prove. */
  passedOver: Backup[]
}

/**
 * Finds the newest backup in a folder that the master key proves and that is not from the future. If it proves none of
 * them, the folder itself is returned if it has a manifest, or the newest backup in it; its check then explains what is
 * missing.
 * @throws Error if there is none
 */
export async function chooseBackup(folder: string, keys: Keys | undefined, nowMs: number): Promise<Chosen> {
  const { backups, errors } = await listBackups(folder)
  const proven = keys ? backups.filter((backup) => isOurs(keys, backup)) : []
  // No backup contains backups: someone has put a manifest next to these.
  const manifest = proven.length > 0 ? undefined : await findManifest(folder)
  if (manifest) return { folder, manifest, isSpecified: backups.length === 0, passedOver: [] }
  const past = proven.find((backup) => timeOf(backup) <= nowMs + hour)
  if (proven.length > 0 && !past)
    throw new Error(
      `The clock of this machine is before the time of every backup in ${folder} that the master key proves. Set the clock, or specify one backup.`,
    )
  const chosen = past ?? backups[0]
  if (!chosen) throw explainNone(folder, errors)
  return { ...chosen, isSpecified: false, passedOver: past ? backups.slice(0, backups.indexOf(past)) : [] }
}

function explainNone(folder: string, [first, ...others]: Error[]): Error {
  if (first === undefined) return new Error(`There is no complete backup in ${folder}.`)
  return others.length === 0
    ? first
    : new Error(`${first.message} ${others.length} more manifests in ${folder} cannot be read either.`)
}
