import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import type { SignOnSettings } from '../../settings/sign-on.ts'
import { signOnCookie } from '../sessions/cookies.ts'
import { attemptSignOn, countAttempt } from '../sessions/throttle.ts'
import { redirectUriOf, requireSignOn } from './begin-sign-on.ts'
import { endFlow, type Flow, getFlow } from './flows.ts'
import { discover, type Proof, prove } from './provider.ts'
import { toSignOnError } from './provider-errors.ts'

export type CheckedAnswer = { settings: SignOnSettings; flow: Flow; proof: Proof }

/**
 * Checks what the provider sent the browser back with, and asks the provider about it. Nothing is used up when it is
 * right, so that an answer that cannot be recorded can be given again; what is wrong ends the way.
 */
export async function checkAnswer(context: Context, request: FastifyRequest, answer: string): Promise<CheckedAnswer> {
  const { config, db } = context
  const settings = requireSignOn(config.signOn)
  const url = new URL(redirectUriOf(config))
  url.search = answer
  const state = url.searchParams.get('state') ?? ''
  const flow = await getFlow(context, state, signOnCookie(config).read(request))
  if (flow.proof) return { settings, flow, proof: flow.proof }
  await countAttempt(context, attemptSignOn(context, state))
  try {
    const proof = await prove(await discover(settings), url, flow.expected, needsGroups(settings))
    return { settings, flow, proof }
  } catch (error) {
    request.log.warn({ err: error }, 'single sign-on failed')
    await endFlow(db, flow)
    throw toSignOnError(error, settings.name)
  }
}

const needsGroups = ({ superAdminGroup, adminGroup }: SignOnSettings) =>
  superAdminGroup !== undefined || adminGroup !== undefined
