import type { Config } from '../config.ts'
import type { Keys } from '../crypto/keys.ts'
import { createCheckpointSigner } from './checkpoint.ts'
import { type Proof, readProof } from './proof-files.ts'

export type Prover = { keys: Keys; config: Pick<Config, 'publicUrl' | 'auditProofDir'> }

/** What this console stored as proof of the log: its checkpoints and its verifier keys, the current key first. */
export async function readKnown({ keys, config }: Prover): Promise<Proof> {
  const { verifierKey } = createCheckpointSigner(keys, config)
  const { checkpoints, publicKeys } = await readProof(config)
  return { checkpoints, publicKeys: [...new Set([verifierKey, ...publicKeys.toReversed()])] }
}

/** The verifier keys of this console, the current one first. */
export const readKeys = async (prover: Prover): Promise<string[]> => (await readKnown(prover)).publicKeys
