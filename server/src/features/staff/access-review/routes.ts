import { shownName } from '@health-console/contract/values/text.ts'
import { attestAccessReview, getAccessReview } from '@health-console/contract/staff/access-review.ts'
import type { FastifyInstance } from 'fastify'
import { writeCheckpoint } from '../../../core/audit/write-checkpoint.ts'
import type { Context } from '../../../core/context.ts'
import { router } from '../../../http/requests/route.ts'
import { findAdmins } from '../admins/store.ts'
import { listFactors } from '../credentials/factors.ts'
import { attestAccess, revokedOf } from './attest-access.ts'
import { listTokens } from '../service-accounts/store.ts'
import { presentAccess, presentInvited, presentService } from './present.ts'
import { findLastSignIns } from '../admins/last-sign-in.ts'
import { presentTime } from '../admins/present.ts'
import * as store from './store.ts'

export function accessReviewRoutes(app: FastifyInstance, context: Context): void {
  const { config, db, now } = context
  const route = router(app, context)

  route(getAccessReview, {
    permission: 'super_admin',
    action: 'access_review.view',
    why: 'lists staff, whom every admin may see',
    audit: (_call, { data }) => ({ subjects: data.access.map(({ kind, id }) => `${kind}:${id}` as const) }),
    handler: async ({ admin: caller }) => {
      const { admins, invitations, accounts } = await store.listReviewed(db, now())
      const ids = admins.map(({ id }) => id)
      const lastSignIns = await findLastSignIns(db, ids)
      const factors = await listFactors(db, ids)
      const access = admins.map((admin) =>
        presentAccess(admin, {
          lastSignInAt: presentTime(lastSignIns.get(admin.id)),
          hasSecondFactor: factors.has(admin.id),
          byAdminId: caller.id,
        }),
      )
      const tokens = await listTokens(
        db,
        accounts.map(({ id }) => id),
      )
      const services = accounts.map((account) => presentService(account, tokens))
      const last = await store.findLastReview(db)
      const [by] = last?.actorId ? await findAdmins(db, [last.actorId]) : []
      const dueAtMs = await store.findDueAt(db, config.accessReviewDays, now())
      return {
        data: {
          access: [...access, ...invitations.map(presentInvited), ...services],
          lastReview: last
            ? { at: new Date(last.atMs).toISOString(), by: by ? shownName(by.fullName, by.email) : null }
            : null,
          dueAt: new Date(dueAtMs).toISOString(),
        },
      }
    },
  })

  route(attestAccessReview, {
    permission: 'super_admin',
    action: 'access_review.attest',
    why: 'revokes access',
    sensitive: true,
    audit: ({ body: { decisions } }) => {
      const revoked = revokedOf(decisions)
      return [
        ...revoked.admin.map((id) => ({ action: 'admin.revoke' as const, subjects: [`admin:${id}` as const] })),
        ...revoked.invitation.map((id) => ({
          action: 'invitation.delete' as const,
          subjects: [`invitation:${id}` as const],
        })),
        ...revoked.service_account.map((id) => ({
          action: 'service_account.end' as const,
          subjects: [`service_account:${id}` as const],
        })),
        { subjects: decisions.map(({ kind, id }) => `${kind}:${id}` as const) },
      ]
    },
    handler: async ({ admin, body: { decisions }, change, request }) => {
      const answer = await change(async (transaction) => {
        await attestAccess(transaction, context, decisions, admin.id)
        const revoked = decisions.filter(({ decision }) => decision === 'revoke').length
        return { data: { kept: decisions.length - revoked, revoked } }
      })
      // This signs the attestation immediately. If that fails, the next checkpoint signs it.
      await writeCheckpoint(context, request.log).catch((error: unknown) =>
        request.log.warn({ err: error }, 'the access review was not signed immediately'),
      )
      return answer
    },
  })
}
