import { createHmac } from 'node:crypto'
import path from 'node:path'
import * as z from 'zod/mini'
import type { Keys } from '../../core/crypto/keys.ts'
import { errorCode } from '../../core/disk/error-code.ts'
import { readOrdinaryFile, UnreadableFileError } from '../../core/disk/ordinary-file.ts'
import { isObjectKey } from '../../core/storage/object-key.ts'

export const manifestName = 'manifest.json'

/** A path that stays inside the folder of the backup: no part of it begins with a dot. */
const Path = z.string().check(z.regex(/^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/))
/** A file of the backup. Its size and hash are those of its content before encryption. */
const BackedUpFile = z.strictObject({ path: Path, sizeBytes: z.number(), sha256: z.string() })
export type BackedUpFile = z.infer<typeof BackedUpFile>

const Manifest = z.strictObject({
  format: z.literal(1),
  // These are shown before the signature is checked, so they must not contain anything that a terminal acts on.
  madeAt: z.iso.datetime(),
  /** The version of the console that made the backup. */
  version: z.string().check(z.regex(/^[\w.+-]{1,100}$/)),
  engine: z.enum(['sqlite', 'postgres']),
  /** The migrations that had run. */
  migrations: z.array(z.string()),
  /** The fingerprint of the master key of the backup. */
  keyCheck: z.string(),
  /** The public keys for which the files are encrypted. Empty: they are not encrypted. */
  recipients: z.array(z.string().check(z.regex(/^[\w-]+$/))),
  database: BackedUpFile,
  /** The checkpoints of the audit log and their public keys. */
  proof: z.array(BackedUpFile),
  /** The objects of the file storage, by key. */
  objects: z.array(z.extend(BackedUpFile, { key: z.string().check(z.refine(isObjectKey)) })),
  /** Objects that versions refer to but that were missing from the storage. */
  missing: z.array(z.string()),
  /**
   * The ownership marker of the file storage. Like the signature, it is absent in backups from before 1.0.0, which are
   * rejected.
   */
  bucketOwner: z.optional(z.string()),
  /** Proves that the console wrote all of the above. */
  signature: z.optional(z.string()),
})
export type Manifest = z.infer<typeof Manifest>

export function signatureOf(keys: Keys, manifest: Manifest): string {
  // Parsing sets the order of the fields.
  const { signature: _, ...signed } = Manifest.parse(manifest)
  return createHmac('sha256', keys.derive('backup manifest')).update(JSON.stringify(signed)).digest('hex')
}

/** Whether the console with this master key wrote the manifest. */
export const isSigned = (keys: Keys, manifest: Manifest): boolean => manifest.signature === signatureOf(keys, manifest)

/** A manifest that cannot be read; the message contains its file. */
class DamagedManifestError extends Error {}

/** This is enough for about 200,000 model files. */
const mostBytes = 64 * 2 ** 20

/** @throws Error if the manifest is longer than what can be read again */
export function manifestText(manifest: Manifest): string {
  const text = `${JSON.stringify(manifest, null, 2)}\n`
  if (Buffer.byteLength(text) <= mostBytes) return text
  throw new Error('There are too many model files for one backup: its manifest would be longer than 64 MiB.')
}

/**
 * @returns undefined if the folder is not a complete backup
 * @throws DamagedManifestError
 */
export async function findManifest(folder: string): Promise<Manifest | undefined> {
  const file = path.join(folder, manifestName)
  let text: string
  try {
    text = await readOrdinaryFile(file, mostBytes)
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error))) return undefined
    if (error instanceof UnreadableFileError)
      throw new DamagedManifestError(`${file} cannot be read: ${error.message}.`)
    throw error
  }
  const parsed = Manifest.safeParse(readJson(text))
  if (!parsed.success) throw new DamagedManifestError(`${file} is not the manifest of a backup.`)
  return parsed.data
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const filesOf = ({ database, proof, objects }: Manifest): BackedUpFile[] => [database, ...proof, ...objects]
