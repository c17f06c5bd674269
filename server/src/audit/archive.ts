import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Engine } from '../database/engine.ts'
import { findSeals, readChain } from './chain.ts'
import { createCheckpointSigner } from './checkpoint.ts'
import { dropArchivedRows } from './drop-archived.ts'
import { byOperator } from './entry.ts'
import { toTrailerLine } from './export-trailer.ts'
import { writeExport } from './export-file.ts'
import { readKnown } from './known-keys.ts'
import type { AuditLog } from './store.ts'
import { verifyAuditLog } from './verify.ts'
import {
  type Checkpoint,
  describeVerdict,
  parseCheckpoints,
  toStart,
  type Verdict,
  verifyExport,
} from './verify-audit.mjs'
import type { ProofContext } from './write-checkpoint.ts'

export type Archived = { file: string; first: number; last: number }

/**
 * Moves the rows from before a time into a file, seals them with a signed checkpoint, and deletes them: from then on
 * the chain begins after the seal. A kill at any time loses nothing, and a second run deletes what was left.
 * @returns undefined when there was nothing to archive
 * @throws Error when the audit log fails verification
 */
export async function archiveOldRows(
  context: ProofContext & { engine: Engine; audit: AuditLog },
  folder: string,
  beforeMs: number,
): Promise<Archived | undefined> {
  const { db, engine, audit, keys, config, now } = context
  const signer = createCheckpointSigner(keys, config)
  const { checkpoints, publicKeys } = await readKnown(context)
  const { provenTo } = await verify()

  await audit.catchUp()
  const { signed } = await findSeals(db, publicKeys)
  const seal = signed?.note ?? null
  const start = toStart(seal, publicKeys)
  await dropArchivedRows({ db, engine }, start.sequence)
  const last = await findLastBefore(context, start.sequence, beforeMs)
  if (last <= start.sequence) return undefined
  // The seal is a signature, which a log that was made up must not get.
  if (last > provenTo) {
    throw new Error(
      `Nothing was archived: rows up to ${last} are old enough, and the checkpoints in ${config.auditProofDir} prove them up to ${provenTo}. Name the folder of a server in AUDIT_PROOF_DIR.`,
    )
  }

  await mkdir(folder, { recursive: true, mode: 0o700 })
  const first = start.sequence + 1
  const file = path.join(folder, `audit-${first}-${last}.ndjson`)
  let newSeal = ''
  await writeExport(db, file, {
    after: start.sequence,
    last,
    toTrailer: (end) => {
      newSeal = signer.sign(end, now(), true)
      return toTrailerLine({ isFiltered: false, checkpoints: [newSeal], seal, publicKeys })
    },
  })
  // Only rows that are in the file may be deleted.
  const { verdict: written } = verifyExport(file, { keys: publicKeys })
  if (written.fault || written.rows !== last) throw new Error(`Nothing was archived: ${file} is not what was written.`)
  // Nor rows that were changed after they were verified.
  await verify(...parseCheckpoints(newSeal))

  await db.transaction().execute(async (transaction) => {
    await transaction.insertInto('auditSeals').values({ size: last, atMs: now(), note: newSeal }).execute()
    await audit.append(transaction, [{ ...byOperator, action: 'audit.archive', subjects: [] }])
  })
  await dropArchivedRows({ db, engine }, last)
  return { file, first, last }

  async function verify(...further: Checkpoint[]): Promise<Verdict> {
    const verdict = await verifyAuditLog(db, { checkpoints: [...checkpoints, ...further], verifierKeys: publicKeys })
    if (verdict.fault) throw new Error(`Nothing was archived. ${describeVerdict(verdict)}`)
    return verdict
  }
}

/**
 * The last row that is old enough, as are all before it. The newest row of the audit log always stays, because the next
 * row continues from it.
 */
async function findLastBefore({ db }: ProofContext, after: number, beforeMs: number): Promise<number> {
  let last = after
  for await (const rows of readChain(db, after)) {
    const firstKept = rows.findIndex(({ atMs }) => atMs >= beforeMs)
    if (firstKept !== -1) return last + firstKept
    last = rows.at(-1)?.sequence ?? last
  }
  return last - 1
}
