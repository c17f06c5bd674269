import { createCheckpointSigner } from './checkpoint.ts'
import { findSeal } from './chain.ts'
import type { ChainEnd } from './entry.ts'
import { readProof } from './proof-files.ts'
import { findBrokenCheckpoint, type ProofContext } from './write-checkpoint.ts'

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
  const signer = createCheckpointSigner(keys, config)
  const proof = await readProof(config)
  // Signing a changed record now would make it look intact.
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
