import type { FastifyRequest } from 'fastify'
import type { Context } from '../../../core/context.ts'
import type { SignOnSettings } from '../../../core/settings/sign-on.ts'
import { signOnCookie } from '../sessions/cookies.ts'
import { attemptSignOn } from '../throttle/attempts.ts'
import { countAttempt } from '../throttle/throttle.ts'
import { redirectUriOf, requireSignOn } from './begin-sign-on.ts'
import { type ConfirmedIdentity, needsGroups } from './claims.ts'
import { type Flow, endFlow, getFlow } from './flows.ts'
import { discover } from './discover.ts'
import { getIdentity } from './provider.ts'
import { detailsOf, toSignOnError } from './provider-errors.ts'

/** The provider's response, as the URL it sent the browser to. */
type Answer = { settings: SignOnSettings; flow: Flow; url: URL }

export type CheckedAnswer = Pick<Answer, 'settings' | 'flow'> & { identity: ConfirmedIdentity; confirmedAtMs: number }

/** @throws ApiError unless it belongs to a flow that this browser began */
export async function readAnswer(context: Context, request: FastifyRequest, answer: string): Promise<Answer> {
  const { config } = context
  const settings = requireSignOn(config.signOn)
  const url = new URL(redirectUriOf(config))
  url.search = answer
  const state = url.searchParams.get('state') ?? ''
  return { settings, url, flow: await getFlow(context, state, signOnCookie(config).read(request)) }
}

/**
 * Checks a response with the provider. A valid response is not used up, so that it can be repeated if it could not be
 * logged. An invalid one ends the flow.
 */
export async function checkAnswer(
  context: Context,
  request: FastifyRequest,
  { settings, flow, url }: Answer,
): Promise<CheckedAnswer> {
  await countAttempt(context, attemptSignOn(context, flow.stateHash))
  if (flow.identity) return { settings, flow, identity: flow.identity, confirmedAtMs: flow.identity.confirmedAtMs }
  try {
    const { identity, claimNames } = await getIdentity(await discover(settings), url, flow.expected, settings)
    if (identity.email === null || (needsGroups(settings) && identity.groups === null))
      request.log.warn({ claimNames }, 'the provider sent no verified email address, or no groups')
    return { settings, flow, identity, confirmedAtMs: context.now() }
  } catch (error) {
    request.log.warn({ err: error, ...detailsOf(error) }, 'single sign-on failed')
    await endFlow(context.db, flow)
    throw toSignOnError(error, settings.name)
  }
}
