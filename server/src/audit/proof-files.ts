import { mkdir, open, readFile } from 'node:fs/promises'
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
