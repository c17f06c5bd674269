import { existsSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { byOperator } from '../../core/audit/entry.ts'
import { readKeys } from '../../core/audit/known-keys.ts'
import { parseProof, type Proof, replaceProof } from '../../core/audit/proof-files.ts'
import type { Config } from '../../core/config.ts'
import { type Context, createContext } from '../../core/context.ts'
import { requireKey } from '../../core/crypto/console-key.ts'
import { makeKey, openKeys } from '../../core/crypto/keys.ts'
import { migrate, migrationNames, requireUpgradable } from '../../core/database/upgrade/migrate.ts'
import { openRestorePlace } from '../../core/database/upgrade/restore-place.ts'
import { finishErasures } from '../../features/erasures/erasing/finish-erasures.ts'
import { applyErasedList, readErasedList } from '../../features/erasures/erased-list/erased-list.ts'
import { verifyFiles } from '../../features/files/signing/verify-files.ts'
import { markBucket, findOwner, readMark } from '../../features/files/ownership/owner.ts'
import { surveyBucket } from '../../features/files/bucket/survey-bucket.ts'
import { replaceKey } from '../../features/files/signing/adopt-key.ts'
import { forgetModelKeys } from '../../features/files/signing/known-keys.ts'
import { version } from '../../core/settings/version.ts'
import { hashObject } from '../../core/storage/object-source.ts'
import { toObjectKey } from '../../core/storage/object-key.ts'
import { openStorage } from '../../core/storage/open-storage.ts'
import { type Cipher, decryptWith, findDamage, openBackedUp, plain } from './backup-files.ts'
import { endAccess } from './end-access.ts'
import { type Backup, chooseBackup, type Chosen } from './list-backups.ts'
import { filesOf, isSigned, type Manifest } from './manifest.ts'
import { proveLog } from './prove-log.ts'

const foreignBucket = 'The file storage belongs to another console. Set this console’s own, or an empty one.'

type Options = {
  /** Secret keys of age, for an encrypted backup. */
  identities: string[]
  /** Restores even if the master key is not the backup's. */
  isNewKey: boolean
  /** Restores a backup even if nothing proves that this console created it. */
  mayBeForged?: boolean
  /** A file with the users to erase again, as `erased` prints it. */
  erased?: string
  onProgress?: (doing: string) => void
}

export type Restored = {
  manifest: Manifest
  /** Each error as a sentence. */
  warnings: string[]
  /** How many erased users were in the backup; undefined without a list of them. */
  erasedAgain: number | undefined
  /** Backups in the folder that claim to be newer, but that the master key does not prove. */
  passedOver: Backup[]
}

/**
 * Restores a backup into an empty database and file storage while no server runs. After a killed restore no server
 * starts.
 */
export async function restoreBackup(config: Config, folder: string, options: Options): Promise<Restored> {
  const keys = existsSync(config.secretKey.file) ? openKeys(config) : undefined
  const backup = await chooseBackup(folder, keys, Date.now())
  const { manifest, passedOver } = backup
  const erased = options.erased === undefined ? undefined : await readErasedList(options.erased)
  requireKeyOfBackup(config, manifest, options)
  requireFitting(config, manifest)
  const isSigned = requireSignature(config, backup, options)
  const cipher = await getCipher(manifest, options.identities)
  await requireOwnBucket(config, manifest)
  options.onProgress?.('Checking the hashes of the backup')
  await requireUndamaged(backup, cipher)

  const place = await openRestorePlace(config, () => requireEmptyBucket(config))
  try {
    options.onProgress?.('Restoring the database')
    const database = await place.load(await openBackedUp(backup.folder, manifest.database, cipher))
    let warnings: string[]
    let again: Awaited<ReturnType<typeof applyErasedList>> | undefined
    try {
      await migrate(database)
      if (options.isNewKey) await makeKey(config)
      const context = await createContext(config, database)
      await bringKey(context, options)
      options.onProgress?.('Restoring the files')
      await restoreObjects(context, backup, cipher)
      const aside = await beginAgain(context, await readProofOf(backup, cipher, isSigned))
      if (erased) {
        options.onProgress?.('Erasing users again')
        again = await applyErasedList(context, erased)
        await finishErasures(context)(new AbortController().signal)
      }
      options.onProgress?.('Verifying the audit log and the files')
      warnings = [
        ...(isSigned ? [] : ['The backup is not proven: anyone who could write to it may have changed it.']),
        ...(aside === undefined ? [] : [`Checkpoints of the backup that no known key has signed are in ${aside}.`]),
        ...(again?.onLegalHold ?? []).map(
          (userId) =>
            `User ${userId} is in the list of erased users and on legal hold in the backup, and was not erased.`,
        ),
        ...(await findWarnings(context, manifest)),
      ]
    } finally {
      await database.close()
    }
    await place.finish()
    return { manifest, warnings, erasedAgain: again?.erasedAgain, passedOver }
  } finally {
    await place.close()
  }
}

async function getCipher({ recipients }: Manifest, identities: string[]): Promise<Cipher> {
  if (recipients.length === 0) return plain
  if (identities.length > 0) return decryptWith(identities, recipients)
  throw new Error('The backup is encrypted. --identity FILE is required: a file with the age secret key.')
}

/** @throws Error if this program or its settings do not match the backup */
function requireFitting(config: Config, manifest: Manifest): void {
  const engine = config.databaseUrl === undefined ? 'sqlite' : 'postgres'
  if (manifest.engine !== engine) {
    throw new Error(
      manifest.engine === 'postgres'
        ? 'The backup is of a PostgreSQL database. Set DATABASE_URL to an empty one.'
        : 'The backup is of an embedded database. Restore it without DATABASE_URL.',
    )
  }
  requireUpgradable(manifest.migrations, 'The backup')
  const newer = manifest.migrations.filter((name) => !migrationNames.includes(name))
  if (newer.length > 0) {
    throw new Error(
      `The backup is from Health Console ${manifest.version}, which this one, ${version}, cannot read. Restore it with ${manifest.version}.`,
    )
  }
}

/** @throws Error if the master key is missing or another one */
function requireKeyOfBackup(config: Config, manifest: Manifest, { isNewKey }: Options): void {
  const { file, mayBeMade } = config.secretKey
  // This is checked before anything is changed, because the file may not be a key.
  if (existsSync(file) || (isNewKey && !mayBeMade)) openKeys(config)
  if (isNewKey || hasKeyOf(config, manifest)) return
  const ifLost =
    'If that key is lost, add --new-key: then authenticator apps and recovery codes have to be set up again.'
  throw new Error(
    existsSync(file)
      ? `The master key in ${file} is not the one of the backup of ${manifest.madeAt}. If the key was changed since then, ` +
          `restore with the previous one (set SECRET_KEY_FILE to it), then put the new key in its place and run rotate-key. ${ifLost}`
      : `There is no master key in ${file}. Copy the key of the console that made the backup there (secret.key in its data directory, or ` +
          `its SECRET_KEY_FILE). ${ifLost}`,
  )
}

/**
 * @returns whether this console created the backup, according to its signature
 * @throws Error if the manifest was changed, or if nothing proves it and the options do not accept that
 */
function requireSignature(
  config: Config,
  { folder, manifest, isSpecified }: Chosen,
  { mayBeForged = false }: Options,
): boolean {
  const hasKey = hasKeyOf(config, manifest)
  if (hasKey && isSigned(openKeys(config), manifest)) return true
  if (hasKey) throw new Error('The manifest of the backup was changed after the backup was made. Nothing was restored.')
  if (mayBeForged && isSpecified) return false
  if (mayBeForged)
    throw new Error(
      `Nothing proves which of the backups in ${path.dirname(folder)} this console made: anyone who could write to that folder may ` +
        `have added the newest one. Specify the backup to restore, for example ${folder}`,
    )
  throw new Error(
    'Nothing proves that this console made the backup: only its own master key could check its signature. Anyone who could ' +
      'write to it may have changed anything in it, for example who has access. To restore it anyway, add --may-be-forged.',
  )
}

/** @throws Error if the file storage cannot be used, or belongs to another console */
async function requireOwnBucket({ storage: settings }: Config, { bucketOwner }: Manifest): Promise<void> {
  if (settings.kind === 'local') return
  const storage = await openStorage(settings)
  await storage.check()
  const mark = await readMark(storage)
  if (mark !== undefined && mark !== bucketOwner) throw new Error(foreignBucket)
}

function hasKeyOf({ secretKey }: Config, { keyCheck }: Manifest): boolean {
  return existsSync(secretKey.file) && openKeys({ secretKey }).fingerprint === keyCheck
}

/** Another key replaces the backup's key only if the options allow it. */
async function bringKey(context: Context, { isNewKey, mayBeForged = false }: Options): Promise<void> {
  if (!isNewKey && !mayBeForged) return requireKey(context)
  const { db, keys, now } = context
  return db.transaction().execute(async (transaction) => {
    await replaceKey(transaction, keys)
    await forgetModelKeys(transaction, keys, now())
  })
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
async function requireEmptyBucket({ storage: settings }: Config): Promise<void> {
  if (settings.kind !== 'local') return
  const storage = await openStorage(settings)
  for await (const { key } of storage.listObjects()) {
    throw new Error(`${settings.folder} is not empty (${key}). A backup is restored only into an empty folder.`)
  }
}

async function restoreObjects(context: Context, { folder, manifest }: Backup, cipher: Cipher): Promise<void> {
  const { storage } = context
  const owner = await findOwner(context)
  for (const file of manifest.objects) {
    const key = toObjectKey(file.key)
    if (await storage.head(key)) {
      if ((await hashObject(storage, key)).sha256 === file.sha256) continue
      await storage.remove(key)
    }
    const { sizeBytes } = file
    const content = await openBackedUp(folder, file, cipher)
    await storage.putObject(key, content, { sizeBytes, maxBytes: sizeBytes })
  }
  if (owner === 'nobody') await markBucket(context)
}

/** The checkpoints of a backup, and the keys that may have signed them: only those of a proven backup. */
async function readProofOf({ folder, manifest }: Backup, cipher: Cipher, isSigned: boolean): Promise<Proof> {
  const contents = manifest.proof.map(
    async (file) => [path.basename(file.path), await text(await openBackedUp(folder, file, cipher))] as const,
  )
  const proof = parseProof(new Map(await Promise.all(contents)))
  return isSigned ? proof : { ...proof, publicKeys: [] }
}

/**
 * Revokes earlier access, and continues the audit log.
 * @returns a file with checkpoints that no known key has signed
 */
async function beginAgain(context: Context, proof: Proof): Promise<string | undefined> {
  const { db, audit, config, now } = context
  await db.transaction().execute(async (transaction) => {
    await endAccess(transaction, now())
    await audit.append(transaction, [{ ...byOperator, action: 'backup.restore', subjects: [] }])
  })
  const time = new Date(now()).toISOString().replaceAll(/[:.]/g, '-')
  return replaceProof(config, proof, { known: await readKeys(context), time })
}

async function findWarnings(context: Context, { missing }: Manifest): Promise<string[]> {
  const logError = await proveLog(context)
  const files = await verifyFiles(context).then(
    () => undefined,
    (error: Error) => error.message,
  )
  const { unknown } = await surveyBucket(context)
  return [
    logError,
    missing.length > 0
      ? `Objects that were missing from the file storage when the backup was made: ${missing.length}.`
      : undefined,
    files,
    unknown.length > 0
      ? `Objects and uploads in the file storage that are newer than the backup: ${unknown.length}. They are removed after 30 days.`
      : undefined,
  ].filter((warning) => warning !== undefined)
}
