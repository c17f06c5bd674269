import { constants } from 'node:fs'
import { mkdir, readdir, rename } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../config.ts'
import { errorCode } from '../disk/error-code.ts'
import { makeFoldersIn } from '../disk/make-folder.ts'
import { namingFullDisk } from '../disk/no-space.ts'
import { openOrdinaryFile, readOrdinaryFile, UnreadableFileError } from '../disk/ordinary-file.ts'
import { type Checkpoint, isSigned, isVerifierKey, parseCheckpoints } from './verify-audit.mjs'

/** The checkpoints that servers have written, and the public keys for them, oldest first. */
export type Proof = { checkpoints: Checkpoint[]; publicKeys: string[] }

type Folder = Pick<Config, 'auditProofDir'>

const files = { checkpoints: 'checkpoints.txt', publicKeys: 'public-keys.txt', erased: 'erased.ndjson' }

export async function readProof({ auditProofDir }: Folder): Promise<Proof> {
  const [checkpoints, publicKeys] = await Promise.all([
    readIfThere(path.join(auditProofDir, files.checkpoints)),
    readIfThere(path.join(auditProofDir, files.publicKeys)),
  ])
  return { checkpoints: parseCheckpoints(checkpoints), publicKeys: parseKeys(publicKeys) }
}

/**
 * Whether the checkpoints of this folder are gone: it has keys that signed some, or this server has signed some. A
 * restore and an empty start move them aside instead.
 */
export async function areCheckpointsMissing({ auditProofDir }: Folder, hasSigned: boolean): Promise<boolean> {
  const { checkpoints, publicKeys } = await readProof({ auditProofDir })
  if (checkpoints.length > 0 || (publicKeys.length === 0 && !hasSigned)) return false
  const names = await readdir(auditProofDir).catch(() => [])
  return !names.some((name) => name.startsWith(asidePrefix))
}

const asidePrefix = 'checkpoints-before'

/** A power cut may have cut one short. */
const parseKeys = (text: string): string[] => text.split(/\s+/).filter(isVerifierKey)

/** The contents of a backup's files, by the names that `listProofFiles` gave them. */
export function parseProof(contents: ReadonlyMap<string, string>): Proof {
  const read = (name: string) => contents.get(name) ?? ''
  return { checkpoints: parseCheckpoints(read(files.checkpoints)), publicKeys: parseKeys(read(files.publicKeys)) }
}

/** The content of these files, for a backup. */
export async function listProofFiles({ auditProofDir }: Folder): Promise<{ name: string; content: string }[]> {
  const names = Object.values(files)
  const contents = await Promise.all(names.map((name) => readIfThere(path.join(auditProofDir, name))))
  return names.map((name, index) => ({ name, content: contents[index] ?? '' })).filter(({ content }) => content !== '')
}

/**
 * Restores the proof of a restored audit log. Existing checkpoints may belong to the lost log, so they are moved to a
 * file with the time in its name, as are restored ones that no known key has signed. Existing keys stay, so that old
 * checkpoints can still be verified.
 * @param known the current key and the existing ones
 * @returns the file with the checkpoints that no known key has signed; undefined if there are none
 */
export async function replaceProof(
  { auditProofDir }: Folder,
  restored: Proof,
  { known, time }: { known: string[]; time: string },
): Promise<string | undefined> {
  await mkdir(auditProofDir, { recursive: true, mode: 0o700 })
  const { publicKeys } = await readProof({ auditProofDir })
  const unknown = restored.publicKeys.filter((key) => !publicKeys.includes(key))
  if (unknown.length > 0) await append(path.join(auditProofDir, files.publicKeys), `${unknown.join('\n')}\n`)
  const file = path.join(auditProofDir, files.checkpoints)
  const aside = path.join(auditProofDir, `${asidePrefix}-${time}.txt`)
  if (await readIfThere(file)) await rename(file, aside)
  const keys = [...known, ...restored.publicKeys]
  const proven = restored.checkpoints.filter((checkpoint) => isSigned(checkpoint, keys))
  const others = restored.checkpoints.filter((checkpoint) => !proven.includes(checkpoint))
  for (const { note } of proven) await append(file, `\n\n${note}`)
  for (const { note } of others) await append(aside, `\n\n${note}`)
  return others.length > 0 ? aside : undefined
}

/** Adds a checkpoint, and the public key if it is new. The key verifies the checkpoint without the master key. */
export async function keepCheckpoint({ auditProofDir }: Folder, note: string, verifierKey: string): Promise<void> {
  await makeFolder({ auditProofDir })
  // The empty lines separate it from a checkpoint that a power cut has cut short.
  await append(path.join(auditProofDir, files.checkpoints), `\n\n${note}`)
  // The key comes last: a key without checkpoints shows that they are missing.
  await keepKey({ auditProofDir }, verifierKey)
}

const makeFolder = ({ auditProofDir }: Folder) =>
  makeFoldersIn(path.dirname(auditProofDir), path.basename(auditProofDir))

/** Adds a public key if it is new. */
export async function keepKey({ auditProofDir }: Folder, verifierKey: string): Promise<void> {
  await makeFolder({ auditProofDir })
  const { publicKeys } = await readProof({ auditProofDir })
  if (!publicKeys.includes(verifierKey)) await append(path.join(auditProofDir, files.publicKeys), `${verifierKey}\n`)
}

/** The list of erased users that servers have stored. */
export const readErased = ({ auditProofDir }: Folder): Promise<string> =>
  readIfThere(path.join(auditProofDir, files.erased))

/** Adds lines to the list of erased users. */
export async function keepErased({ auditProofDir }: Folder, lines: string): Promise<void> {
  await makeFolder({ auditProofDir })
  // The empty line separates it from a line that a power cut has cut short.
  await append(path.join(auditProofDir, files.erased), `\n${lines}`)
}

/** This is far more than a century of checkpoints. */
export const longestProofBytes = 256 * 2 ** 20

async function readIfThere(file: string): Promise<string> {
  try {
    return await readOrdinaryFile(file, longestProofBytes)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return ''
    throw naming(file, error)
  }
}

/** The folder may be on a disk that others can write to. */
async function append(file: string, text: string): Promise<void> {
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT
  await using handle = await openOrdinaryFile(file, flags).catch((error: unknown) => {
    throw naming(file, error)
  })
  await namingFullDisk(
    path.dirname(file),
    handle.appendFile(text).then(() => handle.sync()),
  )
}

const naming = (file: string, error: unknown) =>
  error instanceof UnreadableFileError ? new Error(`${file} cannot be used: ${error.message}.`) : error
