import type { FastifyReply, FastifyRequest } from 'fastify'
import { takeUse } from '../../../core/counters/counters.ts'
import { newToken } from '../../../core/crypto/token.ts'
import type { Context } from '../../../core/context.ts'
import { notFound, rateLimited } from '../../../http/errors.ts'
import { networkOf } from '../../../http/security/network-of.ts'
import type { SignOnSettings } from '../../../core/settings/sign-on.ts'
import { signOnCookie } from '../sessions/cookies.ts'
import { browserTokenOf, insertFlow, type Purpose } from './flows.ts'
import { discover } from './discover.ts'
import { authorizationUrlOf, type Expected } from './provider.ts'
import { detailsOf, toSignOnError } from './provider-errors.ts'

/** This is enough for an office behind one IP address, and too few to burden a provider. */
const perNetwork = { limit: 300, windowMs: 15 * 60_000 }

type Begin = {
  purpose: Purpose
  /** The provider has to ask for credentials even if the user is signed in there. */
  promptsAgain: boolean
  /** The expected identity, if known. */
  email?: string | undefined
}

/** Starts a sign-on. @returns the URL at the provider to send the browser to */
export async function beginSignOn(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  { purpose, promptsAgain, email }: Begin,
): Promise<string> {
  const { config, db } = context
  const settings = requireSignOn(config.signOn)
  await db.transaction().execute(async (transaction) => {
    const name = ['sign-on', networkOf(request.ip)]
    const waitMs = await takeUse(transaction, context, { name, ...perNetwork })
    if (waitMs > 0) throw rateLimited('Too many requests.', waitMs)
  })
  const expected: Expected = {
    state: newToken(),
    nonce: newToken(),
    verifier: newToken(),
    // This is this machine's clock, because the library compares with that.
    askedSinceMs: promptsAgain ? Date.now() : null,
  }
  const url = await discover(settings)
    .then((provider) => authorizationUrlOf(provider, expected, { redirectUri: redirectUriOf(config), email }))
    .catch((error: unknown) => {
      request.log.warn({ err: error, ...detailsOf(error) }, 'the identity provider could not be reached')
      throw toSignOnError(error, settings.name)
    })
  const browserToken = await browserTokenOf(context, request)
  await insertFlow(db, context, browserToken, { purpose, expected })
  signOnCookie(config).write(reply, browserToken)
  return url
}

/** The page of the web to which the provider sends the browser back. */
export const redirectUriOf = ({ publicUrl }: Pick<Context['config'], 'publicUrl'>) => `${publicUrl}/sign-on`

/** @throws ApiError if single sign-on is not set up */
export function requireSignOn(settings: SignOnSettings | undefined): SignOnSettings {
  if (!settings) throw notFound('Single sign-on isn’t set up for this console.')
  return settings
}
