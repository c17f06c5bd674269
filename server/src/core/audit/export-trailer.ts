import { createCheckpointSigner } from './checkpoint.ts'
import type { ChainEnd } from './entry.ts'
import { findContradiction } from './find-contradiction.ts'
import { readKnown } from './known-keys.ts'
import type { ProofContext } from './write-checkpoint.ts'

/** The last line of an export. */
type Trailer = {
  /** A filtered export leaves out rows, so it proves nothing. */
  isFiltered: boolean
  /** Signed notes. */
  checkpoints: string[]
  publicKeys: string[]
}

/**
 * The last line of an NDJSON export, which `verify-audit.mjs` needs to prove that the export is complete.
 * @param end the newest row of the export; undefined if it is empty or filtered
 */
export async function exportTrailer(context: ProofContext, end: ChainEnd | undefined): Promise<string> {
  const { db, keys, config, now } = context
  if (!end) return toTrailerLine({ isFiltered: true, checkpoints: [], publicKeys: [] })
  const known = await readKnown(context)
  // Signing a changed log now would make it look intact.
  const contradiction = await findContradiction(db, known)
  return toTrailerLine({
    isFiltered: false,
    checkpoints: contradiction
      ? known.checkpoints.map(({ note }) => note)
      : [createCheckpointSigner(keys, config).sign(end, now())],
    publicKeys: known.publicKeys,
  })
}

export function toTrailerLine(proof: Trailer): string {
  return `${JSON.stringify({ proof })}\n`
}
