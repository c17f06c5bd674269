import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../database/tables.ts'
import { findChainEnd } from './read-chain.ts'
import { createCheckpointSigner } from './checkpoint.ts'
import { findContradiction } from './find-contradiction.ts'
import { type Prover, readKnown } from './known-keys.ts'
import { areCheckpointsMissing, keepCheckpoint } from './proof-files.ts'
import { emptyChain } from './verify-audit.mjs'

/** The result of the last attempt of this server to sign the audit log. */
export type ProofState = {
  isContradicted: boolean
  /** Whether this server found that its earlier checkpoints were gone. They stay gone, so this stays until it ends. */
  areMissing: boolean
  signedAtMs: number | undefined
  /** Why no checkpoint could be written; undefined if it could. */
  failure: unknown
}

/** The part of the context that signing needs. */
export type ProofContext = Prover & { db: Db; proof: ProofState; now: () => number }

/**
 * Signs the length and the last hash of the audit log and writes the signature to the log and a file. Refuses to sign
 * if the log contradicts what this server has stored, because a forged log must not get a signature.
 * @returns the checkpoint; undefined for a forged log
 */
export async function writeCheckpoint(context: ProofContext, logger: FastifyBaseLogger): Promise<string | undefined> {
  try {
    const note = await sign(context, logger)
    context.proof.failure = undefined
    return note
  } catch (error) {
    context.proof.failure = error
    throw error
  }
}

async function sign(context: ProofContext, logger: FastifyBaseLogger): Promise<string | undefined> {
  const { db, keys, config, proof, now } = context
  const contradiction = await findContradiction(db, await readKnown(context))
  proof.isContradicted = contradiction !== undefined
  if (contradiction) {
    const { reason, checkpoint } = contradiction
    logger.error({ checkpoint }, `THE AUDIT LOG WAS CHANGED: ${reason}. Run the command verify-audit`)
    return undefined
  }
  if (await areCheckpointsMissing(config, proof.signedAtMs !== undefined)) {
    proof.areMissing = true
    logger.error(
      { folder: config.auditProofDir },
      'THE CHECKPOINTS OF THE AUDIT LOG ARE MISSING. Put back your copy of them and run the command verify-audit',
    )
  }
  const signer = createCheckpointSigner(keys, config)
  // This also happens before the first entry, so that the log can be verified from then on.
  const note = signer.sign((await findChainEnd(db)) ?? emptyChain, now())
  logger.info({ checkpoint: note, publicKey: signer.verifierKey }, 'checkpoint of the audit log')
  await keepCheckpoint(config, note, signer.verifierKey)
  proof.signedAtMs = now()
  return note
}
