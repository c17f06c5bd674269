import type { FastifyBaseLogger } from 'fastify'
import { byServer } from '../../../core/audit/entry.ts'
import type { Context } from '../../../core/context.ts'
import type { SignOnSettings } from '../../../core/settings/sign-on.ts'
import { findAdmins, lockStaff } from '../admins/store.ts'
import { needsGroups, roleOf } from './claims.ts'
import { discover } from './discover.ts'
import { followRole } from './follow-role.ts'
import { type KnownSession, renew, type Renewal } from './provider.ts'
import { detailsOf, isAway } from './provider-errors.ts'
import { type DueSession, keepToken, listDueSessions, markSignOn, openToken, takeSession } from './sessions.ts'

const atATime = 10

/**
 * When a session ends whose provider responds, but neither confirms nor denies the access. It is repeated until then,
 * because proxies and maintenance pages respond too, and leaves time for one more check.
 */
const unclearEndsAfterMs = 13 * 60_000

/** Why the server ended a session or took a role back, for the audit log: the provider did not send the groups again. */
export const silentReason = 'groups_not_sent'
const unclearReason = 'access_unclear'

type Asked = { settings: SignOnSettings; ask: (session: KnownSession) => Promise<Renewal> }

/**
 * Queries the provider about the sessions that began with single sign-on, and ends those of admins who lost their
 * access there. If the provider cannot be reached, sessions stay: otherwise a failure there would sign out all admins.
 */
export async function checkSignOnSessions(
  context: Context,
  logger: FastifyBaseLogger,
  signal?: AbortSignal,
): Promise<void> {
  const { config } = context
  const settings = config.signOn
  if (!settings) return
  const { issuer } = settings
  const listDue = () => listDueSessions(context, { issuer, limit: atATime })
  let due = await listDue()
  if (due.length === 0) return
  const ask = await prepareToAsk(settings)
  while (due.length > 0 && !signal?.aborted) {
    await Promise.all(due.map((session) => checkSession(context, logger, { settings, ask }, session)))
    due = await listDue()
  }
}

/** @throws if the provider is away: then there is nothing to find out about any session */
async function prepareToAsk(settings: SignOnSettings): Promise<Asked['ask']> {
  try {
    const provider = await discover(settings)
    return (session) => renew(provider, session, settings)
  } catch (error) {
    if (isAway(error)) throw error
    return async ({ refreshToken }) => ({ refreshToken, outcome: 'unclear', error })
  }
}

async function checkSession(
  context: Context,
  logger: FastifyBaseLogger,
  { settings, ask }: Asked,
  session: DueSession,
): Promise<void> {
  const { id: sessionId, subject, groupsFrom } = session
  if (!(await takeSession(context.db, session, context.now()))) return
  const refreshToken = openToken(context, session)
  if (refreshToken === undefined) return endSession(context, session)
  const renewal = await ask({ refreshToken, subject, groupsFrom })
  if (renewal.outcome === 'removed') return endSession(context, session)
  if (renewal.outcome === 'confirmed') {
    if (renewal.isSilent)
      logger.warn(
        { sessionId, groupsFrom },
        'the identity provider did not send the groups again, so the admin counts as in none. Configure it to send them in each identity token or at the user-info URL',
      )
    return followGroups(context, settings, session, renewal)
  }
  const { outcome, error } = renewal
  logger.warn(
    { err: error, ...detailsOf(error), sessionId },
    outcome === 'away'
      ? 'the identity provider could not be reached'
      : 'the identity provider neither confirmed nor denied the access. The session ends 15 minutes after the last confirmation',
  )
  const isOver = outcome === 'unclear' && context.now() - session.confirmedAtMs >= unclearEndsAfterMs
  if (isOver) await endSession(context, session, unclearReason)
  else if (renewal.refreshToken !== refreshToken) await keepToken(context, sessionId, renewal.refreshToken)
}

/** Ends a session whose groups give no access. A lower role takes effect at once, a higher one at the next sign-in. */
async function followGroups(
  context: Context,
  settings: SignOnSettings,
  session: DueSession,
  { groups, isSilent, refreshToken }: Extract<Renewal, { outcome: 'confirmed' }>,
): Promise<void> {
  const { db, engine, audit, now } = context
  const reason = isSilent ? silentReason : undefined
  const hasAccess = !needsGroups(settings) || roleOf(settings, groups, 'admin') !== undefined
  if (!hasAccess) return endSession(context, session, reason)
  await db.transaction().execute(async (transaction) => {
    await lockStaff(engine, transaction)
    const [admin] = await findAdmins(transaction, [session.adminId])
    const isLower = needsGroups(settings) && admin && roleOf(settings, groups, 'super_admin') === 'admin'
    if (isLower && admin.role === 'super_admin' && (await followRole(transaction, settings, admin, 'admin'))) {
      const subjects = [`admin:${admin.id}` as const]
      await audit.append(transaction, [
        { ...byServer, action: 'admin.change_role', subjects, ...(reason && { reason }) },
      ])
    }
    const confirmed = { refreshToken, confirmedAtMs: now(), groupsFrom: session.groupsFrom }
    await markSignOn(transaction, context, session.id, confirmed)
  })
}

async function endSession({ db, audit }: Context, { id, adminId }: DueSession, reason?: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const ended = await transaction.deleteFrom('sessions').where('id', '=', id).executeTakeFirst()
    if (ended.numDeletedRows === 0n) return
    const subjects = [`admin:${adminId}` as const, `session:${id}` as const]
    await audit.append(transaction, [
      { ...byServer, action: 'session.sign_on_end', subjects, ...(reason && { reason }) },
    ])
  })
}
