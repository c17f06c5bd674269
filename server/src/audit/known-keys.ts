import type { Config } from '../config.ts'
import type { Keys } from '../crypto/keys.ts'
import { createCheckpointSigner } from './checkpoint.ts'
import { readProof } from './proof-files.ts'

/** The verifier keys of this console, the current one first. */
export async function readKeys({
  keys,
  config,
}: {
  keys: Keys
  config: Pick<Config, 'publicUrl' | 'auditProofDir'>
}): Promise<string[]> {
  const { verifierKey } = createCheckpointSigner(keys, config)
  const { publicKeys } = await readProof(config)
  return [...new Set([verifierKey, ...publicKeys.toReversed()])]
}
