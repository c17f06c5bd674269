import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import type { Keys } from '../crypto/keys.ts'
import type { Db } from '../database/tables.ts'
import { findChainEnd, findSeal } from './chain.ts'
import { createCheckpointSigner } from './checkpoint.ts'
import { keepCheckpoint, type Proof, readProof } from './proof-files.ts'
import { type Checkpoint, parseCheckpoints } from './verify-audit.mjs'

/** The result of the last attempt of this server to sign the record. */
export type ProofState = {
  isContradicted: boolean
  signedAtMs: number | undefined
  /** Why no checkpoint could be written; undefined when it could. */
  failure: unknown
}

/** The part of the context that signing needs. */
export type ProofContext = {
  db: Db
  keys: Keys
  config: Pick<Config, 'publicUrl' | 'auditProofDir'>
  proof: ProofState
  now: () => number
}

/**
 * Signs the length and the last hash of the record and writes the signature to the log and a file. Refuses if the
 * record contradicts the last checkpoint of this server: a forged record must not get a signature.
 * @returns the checkpoint; undefined for an empty or forged record
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

async function sign(
  { db, keys, config, proof, now }: ProofContext,
  logger: FastifyBaseLogger,
): Promise<string | undefined> {
  const broken = await findBrokenCheckpoint(db, await readProof(config))
  proof.isContradicted = broken !== undefined
  if (broken) {
    logger.error(
      { checkpoint: broken.note },
      'THE ACCESS RECORD WAS CHANGED: it does not hold what its last checkpoint says. Run the command verify-audit',
    )
    return undefined
  }
  const end = await findChainEnd(db)
  if (!end) return undefined
  const signer = createCheckpointSigner(keys, config)
  const note = signer.sign(end, now())
  logger.info({ checkpoint: note, publicKey: signer.verifierKey }, 'checkpoint of the access record')
  await keepCheckpoint(config, note, signer.verifierKey)
  proof.signedAtMs = now()
  return note
}

/** The last checkpoint, if its row is missing or has another hash. An archived row is not missing. */
export async function findBrokenCheckpoint(
  db: Db,
  { checkpoints }: Pick<Proof, 'checkpoints'>,
): Promise<Checkpoint | undefined> {
  const newest = findNewest(checkpoints)
  if (!newest || newest.size === 0) return undefined
  const row = await db.selectFrom('auditEvents').select('hash').where('sequence', '=', newest.size).executeTakeFirst()
  if (row) return row.hash === newest.hash ? undefined : newest
  const [seal] = parseCheckpoints((await findSeal(db)) ?? '')
  return seal && seal.size >= newest.size ? undefined : newest
}

export function findNewest(checkpoints: Checkpoint[]): Checkpoint | undefined {
  return checkpoints.reduce<Checkpoint | undefined>(
    (newest, each) => (newest && newest.size > each.size ? newest : each),
    undefined,
  )
}
