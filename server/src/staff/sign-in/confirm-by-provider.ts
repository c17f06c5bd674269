import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import type { Transaction } from '../../database/tables.ts'
import { unauthenticated } from '../../http/errors.ts'
import type { SignedInAdmin } from '../../http/caller.ts'
import { confirmIdentity } from '../sessions/confirm-identity.ts'
import { findSignedInAdmin } from '../sessions/guard.ts'
import type { CheckedAnswer } from '../sign-on/check-answer.ts'
import { endFlow } from '../sign-on/flows.ts'
import { findAdminOf } from '../people/identities.ts'
import { signOnFailed } from '../sign-on/provider-errors.ts'

/** The session that asked for confirmation, if it is still open. */
export async function getConfirmedSession(
  context: Context,
  request: FastifyRequest,
  { flow }: CheckedAnswer,
): Promise<SignedInAdmin> {
  const admin = await findSignedInAdmin(request, context)
  if (!admin || admin.session.id !== flow.purpose.confirms?.sessionId) throw unauthenticated()
  return admin
}

/** Confirms the identity of a session. @throws ApiError when the provider identifies somebody else */
export async function confirmByProof(
  transaction: Transaction,
  context: Context,
  admin: SignedInAdmin,
  { settings: { issuer, name }, flow, proof }: CheckedAnswer,
  newToken: string,
): Promise<void> {
  if (!(await endFlow(transaction, flow))) throw signOnFailed('This has been used already. Begin again.')
  const proved = await findAdminOf(transaction, { issuer, subject: proof.subject })
  if (proved?.id !== admin.id) throw signOnFailed(`You signed in at ${name} as somebody else.`, admin.id)
  await confirmIdentity(transaction, context, admin, newToken)
}
