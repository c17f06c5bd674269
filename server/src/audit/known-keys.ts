import { createCheckpointSigner } from './checkpoint.ts'
import { readProof } from './proof-files.ts'
import type { ProofContext } from './write-checkpoint.ts'

/** The verifier keys of this console, the current one first. */
export async function readKeys({ keys, config }: Pick<ProofContext, 'keys' | 'config'>): Promise<string[]> {
  const { verifierKey } = createCheckpointSigner(keys, config)
  const { publicKeys } = await readProof(config)
  return [...new Set([verifierKey, ...publicKeys.toReversed()])]
}
