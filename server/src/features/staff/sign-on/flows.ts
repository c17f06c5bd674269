import type { FastifyRequest } from 'fastify'
import { hashToken, newToken } from '../../../core/crypto/token.ts'
import type { Context } from '../../../core/context.ts'
import { sealText, tryOpenText } from '../../../core/crypto/sealed-text.ts'
import { isAhead, latestPast } from '../../../core/database/past.ts'
import type { Db, Transaction } from '../../../core/database/tables.ts'
import type { SignOnFlowsTable } from '../../../core/database/tables/sign-on.ts'
import { signOnCookie, signOnLifeMs } from '../sessions/cookies.ts'
import { notFound } from '../../../http/errors.ts'
import type { ConfirmedIdentity } from './claims.ts'
import type { Expected } from './provider.ts'

/** The purpose of a sign-on. */
export type Purpose = {
  /** The page of the console to continue on. */
  next: string
  /** SHA-256 of the secret of an invitation. */
  invitationHash: string | null
  /** The session whose identity is to be confirmed. */
  confirms: { sessionId: string; adminId: string } | null
}

/** A sign-on in progress. */
export type Flow = Pick<SignOnFlowsTable, 'stateHash' | 'stage'> & {
  purpose: Purpose
  expected: Expected
  /** Set in the stage `proved`. */
  identity: KeptIdentity | null
}

/** The identity that the provider confirmed, its admin, and when. */
type KeptIdentity = ConfirmedIdentity & { adminId: string; confirmedAtMs: number }

type Content = Omit<Flow, 'stateHash' | 'stage'>

/**
 * The token that identifies the browser: the one in its cookie if another of its flows is open, otherwise a new one.
 */
export async function browserTokenOf({ db, config, now }: Context, request: FastifyRequest): Promise<string> {
  const presented = signOnCookie(config).read(request)
  if (presented === undefined) return newToken()
  const known = await db
    .selectFrom('signOnFlows')
    .select('stateHash')
    .where('browserHash', '=', hashToken(presented))
    .where('expiresAtMs', '>', now())
    .where('createdAtMs', '<=', latestPast(now()))
    .limit(1)
    .executeTakeFirst()
  return known ? presented : newToken()
}

export async function insertFlow(
  db: Db,
  context: Context,
  browserToken: string,
  { purpose, expected }: Pick<Flow, 'purpose' | 'expected'>,
): Promise<void> {
  const stateHash = hashToken(expected.state)
  const createdAtMs = context.now()
  await db
    .insertInto('signOnFlows')
    .values({
      stateHash,
      browserHash: hashToken(browserToken),
      stage: 'begun',
      sealed: seal(context, stateHash, { purpose, expected, identity: null }),
      createdAtMs,
      expiresAtMs: createdAtMs + signOnLifeMs,
    })
    .execute()
}

/** @throws ApiError unless the flow is open and this browser began it */
export async function getFlow(context: Context, state: string, browserToken: string | undefined): Promise<Flow> {
  const stateHash = hashToken(state)
  const row = await context.db
    .selectFrom('signOnFlows')
    .selectAll()
    .where('stateHash', '=', stateHash)
    .executeTakeFirst()
  const nowMs = context.now()
  if (!row || row.expiresAtMs <= nowMs || isAhead(row.createdAtMs, nowMs))
    throw notFound('This sign-in took too long. Start again.')
  if (browserToken === undefined || hashToken(browserToken) !== row.browserHash)
    throw notFound('This sign-in was started in another browser. Start again in this one.')
  if (row.stage === 'ended') throw notFound('This sign-in has already been used. Start again.')
  return { stateHash, stage: row.stage, ...unseal(context, stateHash, row.sealed) }
}

/** Ends a flow. @returns false if it has already ended */
export async function endFlow(db: Db, { stateHash, stage }: Flow): Promise<boolean> {
  const ended = await db
    .updateTable('signOnFlows')
    .set({ stage: 'ended', sealed: '' })
    .where('stateHash', '=', stateHash)
    .where('stage', '=', stage)
    .executeTakeFirst()
  return ended.numUpdatedRows > 0n
}

/** Stores the identity until the second step is done. */
export async function keepIdentity(
  transaction: Transaction,
  context: Context,
  { stateHash, purpose, expected }: Flow,
  identity: KeptIdentity,
): Promise<void> {
  const sealed = seal(context, stateHash, { purpose, expected, identity })
  await transaction
    .updateTable('signOnFlows')
    .set({ stage: 'proved', sealed })
    .where('stateHash', '=', stateHash)
    .execute()
}

const placeOf = (owner: string) => ({ purpose: 'sign-on-flow', owner })

function seal({ keys }: Context, stateHash: string, content: Content): string {
  return sealText(keys, placeOf(stateHash), JSON.stringify(content))
}

function unseal({ keys }: Context, stateHash: string, sealed: string): Content {
  const text = tryOpenText(keys, placeOf(stateHash), sealed)
  if (text === undefined) throw notFound('The console has changed since this sign-in was started. Start again.')
  return JSON.parse(text)
}
