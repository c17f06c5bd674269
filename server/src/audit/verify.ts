import type { Db } from '../database/tables.ts'
import { findSeals, readChain } from './chain.ts'
import {
  CannotVerify,
  type Checkpoint,
  createChainCheck,
  emptyChain,
  isSigned,
  unknownSeal,
  type Verdict,
} from './verify-audit.mjs'

type Known = {
  checkpoints?: Checkpoint[]
  /** The keys of this console, including earlier ones. */
  verifierKeys?: string[]
  /** Called periodically with the last row that was read. */
  onProgress?: (sequence: number) => void
}

/**
 * Reads the whole chain, and compares it with checkpoints.
 * @throws CannotVerify when the chain begins after a seal of an unknown key
 */
export async function verifyAuditLog(
  db: Db,
  { checkpoints = [], verifierKeys = [], onProgress = () => {} }: Known = {},
): Promise<Verdict> {
  const { signed, unknown } = await findSeals(db, verifierKeys)
  const verdict = await follow(signed)
  if (!verdict.fault) return verdict
  // Rows archived during the verification are not missing.
  if ((await findSeals(db, verifierKeys)).signed?.note !== signed?.note)
    return verifyAuditLog(db, { checkpoints, verifierKeys, onProgress })
  // A row before the unknown seal that was signed here is missing, whoever sealed it.
  const isContradicted = checkpoints.some(
    (each) => each.size > (signed?.size ?? 0) && each.size <= (unknown?.size ?? 0) && isSigned(each, verifierKeys),
  )
  if (unknown && !isContradicted && !(await follow(unknown)).fault) throw new CannotVerify(unknownSeal)
  return verdict

  async function follow(seal: Checkpoint | undefined): Promise<Verdict> {
    const start = seal ? { sequence: seal.size, hash: seal.hash } : emptyChain
    const check = createChainCheck({ start, checkpoints, verifierKeys })
    for await (const rows of readChain(db, start.sequence)) {
      for (const row of rows) check.add(row)
      onProgress(rows.at(-1)?.sequence ?? 0)
    }
    return check.finish()
  }
}
