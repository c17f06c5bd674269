import { createCheckpointSigner } from './checkpoint.ts'
import { findSeal } from './chain.ts'
import type { ChainEnd } from './entry.ts'
import { readProof } from './proof-files.ts'
import { findBrokenCheckpoint, type ProofContext } from './write-checkpoint.ts'

/** The last line of an export. */
type Trailer = {
  /** Rows are left out, so nothing is proven. */
  isFiltered: boolean
  /** Signed notes. */
  checkpoints: string[]
  /** The signed note at which the chain begins, when earlier rows were archived. */
  seal: string | null
  publicKeys: string[]
}

/**
 * The last line of an NDJSON export: with it `verify-audit.mjs` proves that the export is whole.
 * @param end the newest row of the export; undefined when it is empty or filtered
 */
export async function exportTrailer(context: ProofContext, end: ChainEnd | undefined): Promise<string> {
  const { db, keys, config, now } = context
  if (!end) return toTrailerLine({ isFiltered: true, checkpoints: [], seal: null, publicKeys: [] })
  const signer = createCheckpointSigner(keys, config)
  const proof = await readProof(config)
  // A record that was changed must not look whole only because it is signed now.
  const broken = await findBrokenCheckpoint(db, proof)
  return toTrailerLine({
    isFiltered: false,
    checkpoints: broken ? proof.checkpoints.map(({ note }) => note) : [signer.sign(end, now())],
    seal: await findSeal(db),
    publicKeys: [...new Set([signer.verifierKey, ...proof.publicKeys])],
  })
}

export function toTrailerLine(proof: Trailer): string {
  return `${JSON.stringify({ proof })}\n`
}
