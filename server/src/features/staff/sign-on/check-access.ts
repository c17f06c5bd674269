import type { FastifyBaseLogger } from 'fastify'
import type { Configuration } from 'openid-client'
import { byServer } from '../../../core/audit/entry.ts'
import type { Context } from '../../../core/context.ts'
import type { SignOnSettings } from '../../../core/settings/sign-on.ts'
import { roleOf } from './claims.ts'
import { discover } from './discover.ts'
import { renew } from './provider.ts'
import { detailsOf } from './provider-errors.ts'
import { type DueSession, takeSession, listDueSessions, markSignOn, openToken } from './sessions.ts'

/** Access that was removed at the provider must end here within 15 minutes: this leaves time for three checks. */
const everyMs = 5 * 60_000
/** When a failed check, or one whose server died, is repeated. */
const againMs = 60_000
const atATime = 10

/**
 * Queries the provider about the sessions that began with single sign-on, and ends those of admins who lost their
 * access there. If the provider cannot be reached, sessions stay: otherwise a failure there would sign out all admins.
 */
export async function checkSignOnSessions(
  context: Context,
  logger: FastifyBaseLogger,
  signal?: AbortSignal,
): Promise<void> {
  const { config, now } = context
  const settings = config.signOn
  if (!settings) return
  const { issuer } = settings
  const listDue = () => listDueSessions(context, { issuer, checkedUntilMs: now() - everyMs, limit: atATime })
  let due = await listDue()
  if (due.length === 0) return
  const provider = await discover(settings)
  while (due.length > 0 && !signal?.aborted) {
    await Promise.all(due.map((session) => checkSession(context, logger, { settings, provider }, session)))
    due = await listDue()
  }
}

async function checkSession(
  context: Context,
  logger: FastifyBaseLogger,
  { settings, provider }: { settings: SignOnSettings; provider: Configuration },
  session: DueSession,
): Promise<void> {
  if (!(await takeSession(context.db, session, context.now() - everyMs + againMs))) return
  try {
    const token = openToken(context, session)
    const request = token !== undefined && { refreshToken: token, subject: session.subject }
    const renewed = request && (await renew(provider, request, settings))
    if (!renewed || !mayStay(settings, renewed.groups)) return await endSession(context, session)
    const checked = { refreshToken: renewed.refreshToken, checkedAtMs: context.now() }
    await context.db.transaction().execute((transaction) => markSignOn(transaction, context, session.id, checked))
  } catch (error) {
    logger.warn(
      { err: error, ...detailsOf(error), sessionId: session.id },
      'the identity provider could not be reached',
    )
  }
}

/** Another role takes effect at the next sign-in. */
const mayStay = (settings: SignOnSettings, groups: string[] | null) =>
  groups === null || roleOf(settings, groups, 'admin') !== undefined

async function endSession({ db, audit }: Context, { id, adminId }: DueSession): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const ended = await transaction.deleteFrom('sessions').where('id', '=', id).executeTakeFirst()
    if (ended.numDeletedRows === 0n) return
    const subjects = [`admin:${adminId}` as const, `session:${id}` as const]
    await audit.append(transaction, [{ ...byServer, action: 'session.sign_on_end', subjects }])
  })
}
