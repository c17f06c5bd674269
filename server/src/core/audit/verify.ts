import type { Db } from '../database/tables.ts'
import { readChain } from './read-chain.ts'
import { type Checkpoint, createChainCheck, type Verdict } from './verify-audit.mjs'

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
  const check = createChainCheck({ checkpoints, verifierKeys })
  for await (const rows of readChain(db, 0)) {
    for (const row of rows) check.add(row)
    onProgress(rows.at(-1)?.sequence ?? 0)
  }
  return check.finish()
}
