import { createCheckpointSigner } from './checkpoint.ts'
import { findSeals } from './chain.ts'
import type { ChainEnd } from './entry.ts'
import { holdAgainst } from './find-contradiction.ts'
import { readKnown } from './known-keys.ts'
import type { ProofContext } from './write-checkpoint.ts'

/** The last line of an export. */
type Trailer = {
  /** A filtered export leaves out rows, so it proves nothing. */
  isFiltered: boolean
  /** Signed notes. */
  checkpoints: string[]
  /** The signed note at which the chain begins, when earlier rows were archived. */
  seal: string | null
  publicKeys: string[]
}

/**
 * The last line of an NDJSON export, which `verify-audit.mjs` needs to prove that the export is complete.
 * @param end the newest row of the export; undefined when it is empty or filtered
 */
export async function exportTrailer(context: ProofContext, end: ChainEnd | undefined): Promise<string> {
  const { db, keys, config, now } = context
  if (!end) return toTrailerLine({ isFiltered: true, checkpoints: [], seal: null, publicKeys: [] })
  const known = await readKnown(context)
  const { publicKeys } = known
  // Signing a changed log now would make it look intact.
  const { contradiction } = await holdAgainst(db, known)
  const { signed, unknown } = await findSeals(db, publicKeys)
  return toTrailerLine({
    isFiltered: false,
    checkpoints: contradiction
      ? known.checkpoints.map(({ note }) => note)
      : [createCheckpointSigner(keys, config).sign(end, now())],
    // Of an unknown key: whoever verifies the export may know it.
    seal: (signed ?? unknown)?.note ?? null,
    publicKeys,
  })
}

export function toTrailerLine(proof: Trailer): string {
  return `${JSON.stringify({ proof })}\n`
}
