import { batchesOf } from '../batches.ts'
import type { Db } from '../database/tables.ts'
import type { Proof } from './proof-files.ts'
import { type Checkpoint, emptyChain, isSigned } from './verify-audit.mjs'

/** What the log should contain and does not. */
type Contradiction = {
  /** What is wrong, as the end of a sentence. */
  reason: string
  checkpoint?: string
}

/** How many checkpoints are compared with the log at once. */
const batchSize = 500

/**
 * Compares the log with the checkpoints that this server has stored, and its beginning with that of every log, without
 * reading all of it. Someone who can only write to the database cannot create a checkpoint.
 * @returns undefined if nothing contradicts the log
 */
export async function findContradiction(
  db: Db,
  { checkpoints, publicKeys }: Proof,
): Promise<Contradiction | undefined> {
  const broken = await findBroken(db, checkpoints, publicKeys)
  if (broken) return { reason: 'it does not match a checkpoint', checkpoint: broken.note }
  return (await isBeginningMissing(db)) ? { reason: 'rows are missing at its beginning' } : undefined
}

/** A checkpoint whose row is missing or has another hash. */
async function findBroken(db: Db, checkpoints: Checkpoint[], verifierKeys: string[]): Promise<Checkpoint | undefined> {
  const ofEntries = checkpoints.filter(({ size }) => size > 0)
  for (const batch of batchesOf(ofEntries, batchSize)) {
    const sizes = [...new Set(batch.map(({ size }) => size))]
    const rows = await db
      .selectFrom('auditEvents')
      .select(['sequence', 'hash'])
      .where('sequence', 'in', sizes)
      .execute()
    const hashes = new Map(rows.map(({ sequence, hash }) => [sequence, hash]))
    const broken = batch.find(
      (checkpoint) => hashes.get(checkpoint.size) !== checkpoint.hash && isSigned(checkpoint, verifierKeys),
    )
    if (broken) return broken
  }
  return undefined
}

async function isBeginningMissing(db: Db): Promise<boolean> {
  const first = await db
    .selectFrom('auditEvents')
    .select(['sequence', 'previousHash'])
    .orderBy('sequence')
    .limit(1)
    .executeTakeFirst()
  return first !== undefined && (first.sequence !== 1 || first.previousHash !== emptyChain.hash)
}
