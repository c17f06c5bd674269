import { copyFile, link, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { byOperator } from '../../core/audit/entry.ts'
import { listProofFiles } from '../../core/audit/proof-files.ts'
import type { Context } from '../../core/context.ts'
import { requireKey } from '../../core/crypto/console-key.ts'
import { listApplied } from '../../core/database/upgrade/migrate.ts'
import { namingFullDisk } from '../../core/disk/no-space.ts'
import { getOwnerId } from '../../features/files/ownership/owner.ts'
import { listAllVersions } from '../../features/files/versions/store.ts'
import { version } from '../../core/settings/version.ts'
import { ObjectNotFoundError } from '../../core/storage/errors.ts'
import { toObjectKey } from '../../core/storage/object-key.ts'
import { isReadableByOthers, makeBackup, type Others, removeBackups } from './backup-folder.ts'
import { type Cipher, encryptFor, plain, writeBackedUp } from './backup-files.ts'
import { type Backup, nameFor } from './list-backups.ts'
import { type BackedUpFile, type Manifest, manifestName, manifestText, signatureOf } from './manifest.ts'

type Options = {
  /** How many complete backups to keep, including the new one; undefined: all. */
  keep?: number | undefined
  /** Public keys of age. Empty: not encrypted. */
  recipients: string[]
  onProgress?: (done: number, total: number) => void
}

type Created = {
  folder: string
  manifest: Manifest
  /** How many files were linked from earlier backups. */
  linked: number
  /** The model files among these that the file storage has lost since. */
  lost: string[]
  /** The names of the backups that were removed. */
  removed: string[]
  others: Others
}

/** Backs up the database, the files and the proof of the audit log while a server may be running. */
export async function createBackup(context: Context, parent: string, options: Options): Promise<Created> {
  const { db, engine, now } = context
  const cipher = await encryptFor(options.recipients)
  await context.audit.write([{ ...byOperator, action: 'backup.create', subjects: [] }])
  const madeAt = new Date(now()).toISOString()
  let linked = 0
  const lost: string[] = []
  let made: Pick<Created, 'manifest' | 'others'> | undefined
  let removed: string[] = []

  const fill = async (draft: string, others: Others) => {
    // This comes before the database, because no checkpoint may be newer than the backed-up audit log.
    const proof = await backUpProof(context, draft, cipher)
    const migrations = await listApplied(context)
    // A repeated restore must recognise the ownership marker that the first attempt has put into the file storage.
    const bucketOwner = await getOwnerId(db)
    const database = await writeBackedUp(draft, `database${suffix(options)}`, await engine.copy(db), cipher)
    // A key that was replaced meanwhile would belong to a database that it cannot decrypt.
    await requireKey(context)
    // This comes after the database, because the objects that it refers to exist by then and never change.
    const versions = await listAllVersions(db)
    const hashes = new Map(versions.map(({ objectKey, sha256 }) => [objectKey, sha256]))
    // The contents of an unsigned manifest must not get into a signed one.
    const earlierFiles = filesByHash([...others.ahead, ...others.ours], options.recipients)
    const objects: Manifest['objects'] = []
    const missing: string[] = []
    for (const [key, sha256] of hashes) {
      options.onProgress?.(objects.length, hashes.size)
      const name = `files/${key}${suffix(options)}`
      const known = sha256 === null ? undefined : earlierFiles.get(sha256)
      if (known) {
        await linkOrCopy(known.file, path.join(draft, name))
        objects.push({ ...known.entry, path: name, key })
        linked += 1
        if ((await context.storage.head(toObjectKey(key))) === null) lost.push(key)
        continue
      }
      const entry = await backUpObject(context, draft, { key, name }, cipher)
      if (entry) objects.push({ ...entry, key })
      else missing.push(key)
    }
    const { recipients } = options
    const unsigned: Manifest = {
      format: 1,
      madeAt,
      version,
      engine: engine.name,
      migrations,
      keyCheck: context.keys.fingerprint,
      recipients,
      database,
      proof,
      objects,
      missing,
      bucketOwner,
    }
    const manifest = { ...unsigned, signature: signatureOf(context.keys, unsigned) }
    await writeBackedUp(draft, manifestName, Readable.from([Buffer.from(manifestText(manifest))]), plain)
    const isReadable = recipients.length === 0 && (await isReadableByOthers(draft))
    made = { manifest, others: isReadable ? { ...others, readable: [...others.readable, nameFor(madeAt)] } : others }
  }
  const finish = async ({ ours }: Others) => {
    // The one that was just made counts too.
    if (options.keep !== undefined) removed = await removeBackups(ours.slice(options.keep - 1))
  }
  const folder = await makeBackup(parent, { madeAt, keys: context.keys }, { fill, finish })
  if (!made) throw new Error('The backup has no manifest')
  return { folder, ...made, linked, lost, removed }
}

const suffix = ({ recipients }: Options) => (recipients.length > 0 ? '.age' : '')

async function backUpProof({ config }: Context, draft: string, cipher: Cipher): Promise<BackedUpFile[]> {
  const found: BackedUpFile[] = []
  for (const { name, content } of await listProofFiles(config)) {
    found.push(await writeBackedUp(draft, `audit-proof/${name}`, Readable.from([Buffer.from(content)]), cipher))
  }
  return found
}

/** @returns undefined if the object is missing from the storage */
async function backUpObject(
  { storage }: Context,
  draft: string,
  { key, name }: { key: string; name: string },
  cipher: Cipher,
): Promise<BackedUpFile | undefined> {
  try {
    return await writeBackedUp(draft, name, await storage.openRead(toObjectKey(key)), cipher)
  } catch (error) {
    if (error instanceof ObjectNotFoundError) return undefined
    throw error
  }
}

/** The files of earlier backups for the same recipients, by the hash of their content. */
function filesByHash(earlier: Backup[], recipients: string[]): Map<string, { file: string; entry: BackedUpFile }> {
  const readers = recipients.toSorted().join()
  const fitting = earlier.filter(({ manifest }) => manifest.recipients.toSorted().join() === readers)
  return new Map(
    // The newest backup is last, so that its files take precedence.
    fitting
      .toReversed()
      .flatMap(({ folder, manifest }) =>
        manifest.objects.map(({ key: _, ...entry }) => [entry.sha256, { file: path.join(folder, entry.path), entry }]),
      ),
  )
}

/** A hard link needs no space, and stays when the older backup is removed. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  await mkdir(path.dirname(to), { recursive: true, mode: 0o700 })
  try {
    await link(from, to)
  } catch {
    await namingFullDisk(path.dirname(to), copyFile(from, to))
  }
}
