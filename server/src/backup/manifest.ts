import { readFile } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod/mini'

export const manifestName = 'manifest.json'

/** A file of the backup. Size and hash are those of its content before encryption. */
const BackedUpFile = z.strictObject({ path: z.string(), sizeBytes: z.number(), sha256: z.string() })
export type BackedUpFile = z.infer<typeof BackedUpFile>

const Manifest = z.strictObject({
  format: z.literal(1),
  madeAt: z.string(),
  /** Of the console that made it. */
  version: z.string(),
  engine: z.enum(['sqlite', 'postgres']),
  /** What the tables are like. */
  migrations: z.array(z.string()),
  /** Tells whether a master key is the one of this backup. */
  keyCheck: z.string(),
  /** Who can read the files; empty: they are not encrypted. */
  recipients: z.array(z.string()),
  database: BackedUpFile,
  /** What the checkpoints of the record and their keys were. */
  proof: z.array(BackedUpFile),
  /** The files of the store, by their keys. */
  objects: z.array(z.extend(BackedUpFile, { key: z.string() })),
  /** Versions name these objects, and the store did not have them. */
  missing: z.array(z.string()),
})
export type Manifest = z.infer<typeof Manifest>

/** @returns undefined when there is none: the folder holds no complete backup */
export async function findManifest(folder: string): Promise<Manifest | undefined> {
  let text: string
  try {
    text = await readFile(path.join(folder, manifestName), 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR'].includes(String(error.code)))
      return undefined
    throw error
  }
  const parsed = Manifest.safeParse(JSON.parse(text))
  if (!parsed.success) throw new Error(`${path.join(folder, manifestName)} is not the manifest of a backup.`)
  return parsed.data
}

export const filesOf = ({ database, proof, objects }: Manifest): BackedUpFile[] => [database, ...proof, ...objects]
