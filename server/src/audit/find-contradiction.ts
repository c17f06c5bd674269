import type { Db } from '../database/tables.ts'
import { findSeals } from './chain.ts'
import type { Proof } from './proof-files.ts'
import { type Checkpoint, emptyChain, isSigned } from './verify-audit.mjs'

/** What the log should hold and does not. */
type Contradiction = {
  /** What is wrong, as the end of a sentence. */
  fault: string
  checkpoint?: string
}

export type HeldUp = {
  /** Undefined: nothing contradicts the log. */
  contradiction: Contradiction | undefined
  /** The log begins after a seal of a key that is not known: it is unknown whether its beginning is missing. */
  hasUnknownSeal: boolean
}

/** Checkpoints that are compared with the log at once. */
const batchSize = 500

/**
 * Compares the log with the checkpoints that this server has kept, and its beginning with the seal, without reading all
 * of it. Who can write to the database alone can make neither.
 */
export async function holdAgainst(db: Db, { checkpoints, publicKeys }: Proof): Promise<HeldUp> {
  const broken = await findBroken(db, checkpoints, publicKeys)
  if (broken) {
    const contradiction = { fault: 'it does not hold what a checkpoint says', checkpoint: broken.note }
    return { contradiction, hasUnknownSeal: false }
  }
  return findMissingBeginning(db, publicKeys)
}

/** A checkpoint whose row is missing or has another hash, unless the row was archived. */
async function findBroken(db: Db, checkpoints: Checkpoint[], verifierKeys: string[]): Promise<Checkpoint | undefined> {
  const suspects: { checkpoint: Checkpoint; isMissing: boolean }[] = []
  for (let from = 0; from < checkpoints.length; from += batchSize) {
    const batch = checkpoints.slice(from, from + batchSize).filter(({ size }) => size > 0)
    const sizes = [...new Set(batch.map(({ size }) => size))]
    if (sizes.length === 0) continue
    const rows = await db
      .selectFrom('auditEvents')
      .select(['sequence', 'hash'])
      .where('sequence', 'in', sizes)
      .execute()
    const hashes = new Map(rows.map(({ sequence, hash }) => [sequence, hash]))
    for (const checkpoint of batch) {
      const hash = hashes.get(checkpoint.size)
      if (hash !== checkpoint.hash) suspects.push({ checkpoint, isMissing: hash === undefined })
    }
  }
  if (suspects.length === 0) return undefined
  // After the rows, because a seal comes before its rows are deleted.
  const { signed } = await findSeals(db, verifierKeys)
  const isArchived = ({ size, hash }: Checkpoint) =>
    signed !== undefined && (size < signed.size || (size === signed.size && hash === signed.hash))
  return suspects.find(
    ({ checkpoint, isMissing }) => !(isMissing && isArchived(checkpoint)) && isSigned(checkpoint, verifierKeys),
  )?.checkpoint
}

/** The log begins with row 1, or after rows that were archived and sealed. */
async function findMissingBeginning(db: Db, verifierKeys: string[]): Promise<HeldUp> {
  const none = { contradiction: undefined, hasUnknownSeal: false }
  const first = await db
    .selectFrom('auditEvents')
    .select(['sequence', 'previousHash'])
    .orderBy('sequence')
    .limit(1)
    .executeTakeFirst()
  if (first?.sequence === 1 && first.previousHash === emptyChain.hash) return none
  const { signed, unknown } = await findSeals(db, verifierKeys)
  if (!first && !signed && !unknown) return none
  const follows = (seal: Checkpoint | undefined) =>
    first !== undefined &&
    seal !== undefined &&
    // Rows from before the seal may not be deleted yet.
    (first.sequence <= seal.size || (first.sequence === seal.size + 1 && first.previousHash === seal.hash))
  if (follows(signed)) return none
  if (follows(unknown)) return { contradiction: undefined, hasUnknownSeal: true }
  return { contradiction: { fault: 'rows are missing at its beginning' }, hasUnknownSeal: false }
}
