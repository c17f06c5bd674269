import { existsSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import pino from 'pino'
import { byOperator } from '../audit/entry.ts'
import { readKeys } from '../audit/known-keys.ts'
import { readProof, replaceProof } from '../audit/proof-files.ts'
import { verifyAuditLog } from '../audit/verify.ts'
import { describeVerdict, parseCheckpoints } from '../audit/verify-audit.mjs'
import { writeCheckpoint } from '../audit/write-checkpoint.ts'
import type { Config } from '../config.ts'
import { type Context, createContext } from '../context.ts'
import { openKeys } from '../crypto/keys.ts'
import { migrate, migrationNames, requireUpgradable } from '../database/migrate.ts'
import { openRestorePlace } from '../database/restore-place.ts'
import { verifyFiles } from '../files/commands.ts'
import { claimStore, findOwner } from '../files/store-owner.ts'
import { surveyStore } from '../files/survey-store.ts'
import { version } from '../settings/version.ts'
import { hashObject } from '../storage/object-source.ts'
import { toObjectKey } from '../storage/object-key.ts'
import { openStorage } from '../storage/open-storage.ts'
import { type Cipher, decryptWith, findDamage, openBackedUp, plain } from './backup-files.ts'
import { type Backup, listBackups } from './backup-folder.ts'
import { keyCheckOf } from './create-backup.ts'
import { endAccess } from './end-access.ts'
import { filesOf, findManifest, type Manifest, signatureOf } from './manifest.ts'

type Options = {
  /** Secret keys of age, for an encrypted backup. */
  identities: string[]
  /** Restores even if the master key is not the one of the backup. */
  isNewKey: boolean
  onProgress?: (doing: string) => void
}

export type Restored = {
  manifest: Manifest
  /** The problems found, each as a sentence. */
  warnings: string[]
}

/**
 * Restores a backup into an empty database and file store while no server runs. After a killed restore no server
 * starts.
 */
export async function restoreBackup(config: Config, given: string, options: Options): Promise<Restored> {
  const backup = await getBackup(given)
  const { manifest } = backup
  const cipher = await getCipher(manifest, options.identities)
  requireFitting(config, manifest, options)
  requireUnchanged(config, manifest)
  options.onProgress?.('Checking the hashes of the backup')
  await requireUndamaged(backup, cipher)

  const place = await openRestorePlace(config, () => requireEmptyStore(config))
  try {
    options.onProgress?.('Restoring the database')
    const database = await place.load(await openBackedUp(backup.folder, manifest.database, cipher))
    let warnings: string[]
    try {
      await migrate(database)
      const context = await createContext(config, database)
      options.onProgress?.('Restoring the files')
      await restoreObjects(context, backup, cipher)
      await beginAnew(context, backup, cipher)
      options.onProgress?.('Verifying the record and the files')
      warnings = await findWarnings(context, manifest)
    } finally {
      await database.close()
    }
    await place.finish()
    return { manifest, warnings }
  } finally {
    await place.close()
  }
}

/** A folder with a manifest, or the newest backup in it. */
async function getBackup(folder: string): Promise<Backup> {
  const manifest = await findManifest(folder)
  if (manifest) return { folder, manifest }
  const [newest] = await listBackups(folder)
  if (!newest) throw new Error(`There is no complete backup in ${folder}.`)
  return newest
}

async function getCipher({ recipients }: Manifest, identities: string[]): Promise<Cipher> {
  if (recipients.length === 0) return plain
  if (identities.length > 0) return decryptWith(identities)
  throw new Error('The backup is encrypted. Name a file with the secret key of age: --identity FILE.')
}

/** @throws Error when this program, its settings or its key do not fit the backup */
function requireFitting(config: Config, manifest: Manifest, { isNewKey }: Options): void {
  const engine = config.databaseUrl === undefined ? 'sqlite' : 'postgres'
  if (manifest.engine !== engine) {
    throw new Error(
      manifest.engine === 'postgres'
        ? 'The backup is of a PostgreSQL database. Name an empty one by DATABASE_URL.'
        : 'The backup is of an embedded database. Restore it without DATABASE_URL.',
    )
  }
  const newer = manifest.migrations.filter((name) => !migrationNames.includes(name))
  if (newer.length > 0) {
    throw new Error(
      `The backup is of Health Console ${manifest.version}, which this one, ${version}, cannot read. Restore it with ${manifest.version}.`,
    )
  }
  requireUpgradable(manifest.migrations)
  if (!isNewKey && !hasKeyOf(config, manifest)) {
    throw new Error(
      'The master key of the backup is needed. Copy that of the console that made it (secret.key in its data directory, or its ' +
        `SECRET_KEY_FILE) to ${config.secretKey.file}, or, if it is lost, add --new-key: then authenticator apps and recovery ` +
        'codes have to be set up again.',
    )
  }
}

/** @throws Error for a manifest that this console signed and somebody changed */
function requireUnchanged(config: Config, manifest: Manifest): void {
  if (manifest.signature === undefined || !hasKeyOf(config, manifest)) return
  if (manifest.signature === signatureOf(openKeys(config), manifest)) return
  throw new Error('The manifest of the backup was changed after the backup was made. Nothing was restored.')
}

function hasKeyOf({ secretKey }: Config, { keyCheck }: Manifest): boolean {
  if (!existsSync(secretKey.file)) return false
  return keyCheckOf({ keys: openKeys({ secretKey }) }) === keyCheck
}

async function requireUndamaged({ folder, manifest }: Backup, cipher: Cipher): Promise<void> {
  const damages: string[] = []
  for (const file of filesOf(manifest)) {
    const damage = await findDamage(folder, file, cipher)
    if (damage !== undefined) damages.push(damage)
  }
  if (damages.length > 0) throw new Error(['The backup is damaged. Nothing was restored.', ...damages].join('\n'))
}

/** A bucket may have outlived its database, so its objects are compared one by one. */
async function requireEmptyStore({ storage: settings }: Config): Promise<void> {
  if (settings.kind !== 'local') return
  const storage = await openStorage(settings)
  for await (const { key } of storage.listObjects()) {
    throw new Error(`${settings.folder} is not empty (${key}). A backup is restored into an empty place only.`)
  }
}

async function restoreObjects(context: Context, { folder, manifest }: Backup, cipher: Cipher): Promise<void> {
  const { storage } = context
  const owner = await findOwner(context)
  if (owner === 'another')
    throw new Error('The file store bears the mark of another console. Name this console’s own, or an empty one.')
  for (const file of manifest.objects) {
    const key = toObjectKey(file.key)
    if (await storage.head(key)) {
      if ((await hashObject(storage, key)).sha256 === file.sha256) continue
      await storage.remove(key)
    }
    const { sizeBytes } = file
    const content = await openBackedUp(folder, file, cipher)
    const stored = await storage.putObject(key, content, { sizeBytes, maxBytes: sizeBytes })
    if (stored.sha256 !== file.sha256) throw new Error(`${file.path} has changed since it was checked.`)
  }
  if (owner === 'nobody') await claimStore(context)
}

/** Ends the access that was given before, and continues the record. */
async function beginAnew(context: Context, { folder, manifest }: Backup, cipher: Cipher): Promise<void> {
  const { db, audit, config, now } = context
  await db.transaction().execute(async (transaction) => {
    await endAccess(transaction, now())
    await audit.append(transaction, [{ ...byOperator, action: 'backup.restore', subjects: [] }])
  })
  const contents = manifest.proof.map(async (file) => text(await openBackedUp(folder, file, cipher)))
  const proof = (await Promise.all(contents)).join('\n')
  const publicKeys = proof.split(/\s+/).filter((word) => /^[^+]+\+[0-9a-f]{8}\+\S+$/.test(word))
  const time = new Date(now()).toISOString().replaceAll(/[:.]/g, '-')
  await replaceProof(config, { checkpoints: parseCheckpoints(proof), publicKeys }, time)
  await writeCheckpoint(context, pino({ level: 'silent' }))
}

async function findWarnings(context: Context, { missing, signature }: Manifest): Promise<string[]> {
  const { checkpoints } = await readProof(context.config)
  const verdict = await verifyAuditLog(context.db, { checkpoints, verifierKeys: await readKeys(context) })
  const files = await verifyFiles(context).then(
    () => undefined,
    (error: Error) => error.message,
  )
  const { unknown } = await surveyStore(context)
  return [
    signature === undefined
      ? 'The backup is not signed: it is of an earlier version, or somebody has changed it.'
      : undefined,
    verdict.fault ? describeVerdict(verdict) : undefined,
    missing.length > 0 ? `Objects that the file store lacked when the backup was made: ${missing.length}.` : undefined,
    files,
    unknown.length > 0
      ? `Objects and uploads in the file store that are newer than the backup: ${unknown.length}. They are removed after 30 days.`
      : undefined,
  ].filter((warning) => warning !== undefined)
}
