import { mkdir, open, readFile, rename } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../config.ts'
import { type Checkpoint, parseCheckpoints } from './verify-audit.mjs'

/** The checkpoints that a server has written, and the keys that it has signed them with, oldest first. */
export type Proof = { checkpoints: Checkpoint[]; publicKeys: string[] }

type Folder = Pick<Config, 'auditProofDir'>

const files = { checkpoints: 'checkpoints.txt', publicKeys: 'public-keys.txt' }

export async function readProof({ auditProofDir }: Folder): Promise<Proof> {
  const [checkpoints, publicKeys] = await Promise.all([
    readIfThere(path.join(auditProofDir, files.checkpoints)),
    readIfThere(path.join(auditProofDir, files.publicKeys)),
  ])
  return { checkpoints: parseCheckpoints(checkpoints), publicKeys: publicKeys.split(/\s+/).filter(Boolean) }
}

/** The files of the proof as they are, for a backup. */
export async function listProofFiles({ auditProofDir }: Folder): Promise<{ name: string; content: string }[]> {
  const names = Object.values(files)
  const contents = await Promise.all(names.map((name) => readIfThere(path.join(auditProofDir, name))))
  return names.map((name, index) => ({ name, content: contents[index] ?? '' })).filter(({ content }) => content !== '')
}

/**
 * Takes over the proof of a restored record. Checkpoints that are there may be of the record that is lost: they are moved
 * aside, under a name with the time. Keys are added: old checkpoints stay verifiable.
 */
export async function replaceProof({ auditProofDir }: Folder, restored: Proof, time: string): Promise<void> {
  await mkdir(auditProofDir, { recursive: true, mode: 0o700 })
  const { publicKeys } = await readProof({ auditProofDir })
  const unknown = restored.publicKeys.filter((key) => !publicKeys.includes(key))
  if (unknown.length > 0) await append(path.join(auditProofDir, files.publicKeys), `${unknown.join('\n')}\n`)
  const file = path.join(auditProofDir, files.checkpoints)
  if (await readIfThere(file)) await rename(file, path.join(auditProofDir, `checkpoints-before-${time}.txt`))
  for (const { note } of restored.checkpoints) await append(file, `\n\n${note}`)
}

/** Adds a checkpoint, and the public key if it is new: with it the checkpoint can be verified without the master key. */
export async function keepCheckpoint({ auditProofDir }: Folder, note: string, verifierKey: string): Promise<void> {
  await mkdir(auditProofDir, { recursive: true, mode: 0o700 })
  const { publicKeys } = await readProof({ auditProofDir })
  if (!publicKeys.includes(verifierKey)) await append(path.join(auditProofDir, files.publicKeys), `${verifierKey}\n`)
  // The empty lines keep it apart from one that a power cut has torn.
  await append(path.join(auditProofDir, files.checkpoints), `\n\n${note}`)
}

async function readIfThere(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  }
}

async function append(file: string, text: string): Promise<void> {
  const handle = await open(file, 'a', 0o600)
  try {
    await handle.appendFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
