import type { Db } from '../database/tables.ts'
import { findSeal, readChain } from './chain.ts'
import { type Checkpoint, createChainCheck, toStart, type Verdict } from './verify-audit.mjs'

type Known = {
  checkpoints?: Checkpoint[]
  /** The keys of this console, including earlier ones. */
  verifierKeys?: string[]
  /** Called periodically with the last row that was read. */
  onProgress?: (sequence: number) => void
}

/** Reads the whole chain, and compares it with checkpoints. */
export async function verifyAuditLog(
  db: Db,
  { checkpoints = [], verifierKeys = [], onProgress = () => {} }: Known = {},
): Promise<Verdict> {
  const seal = await findSeal(db)
  const start = toStart(seal, verifierKeys)
  const check = createChainCheck({ start, checkpoints, verifierKeys })
  for await (const rows of readChain(db, start.sequence)) {
    for (const row of rows) check.add(row)
    onProgress(rows.at(-1)?.sequence ?? 0)
  }
  const verdict = check.finish()
  // Rows archived during the verification are not missing.
  if (verdict.fault && (await findSeal(db)) !== seal) {
    return verifyAuditLog(db, { checkpoints, verifierKeys, onProgress })
  }
  return verdict
}
