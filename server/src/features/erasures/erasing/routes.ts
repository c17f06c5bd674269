import { eraseUser, setLegalHold, removeLegalHold, previewErasure } from '@health-console/contract/users/erasures.ts'
import { confirmationOf, isConfirmation } from '@health-console/contract/values/ids.ts'
import { shownName } from '@health-console/contract/values/text.ts'
import type { FastifyInstance } from 'fastify'
import { keepReason } from '../../../core/audit/reasons.ts'
import type { Context } from '../../../core/context.ts'
import { invalidField } from '../../../http/errors.ts'
import { router } from '../../../http/requests/route.ts'
import { summarizeReports } from '../../reports/store.ts'
import * as store from './store.ts'

export function erasureRoutes(app: FastifyInstance, context: Context): void {
  const { db, engine, now } = context
  const route = router(app, context)
  const ofUser = ({ params }: { params: { id: string } }) => ({ subjects: [`user:${params.id}` as const] })

  route(previewErasure, {
    permission: 'super_admin',
    action: 'user.erase_preview',
    why: 'counts reports, and shows a legal hold',
    audit: ofUser,
    handler: async ({ params }) => {
      const { id: userId } = await store.getUserOrReports(db, params.id)
      const hold = await store.findLegalHold(db, userId)
      return {
        data: {
          ...(await summarizeReports(db, userId)),
          entries: await store.countEntries(context, userId),
          hold: hold
            ? {
                reason: hold.reason,
                createdAt: new Date(hold.createdAtMs).toISOString(),
                adminName: shownName(hold.fullName ?? '', hold.email ?? 'A former admin'),
              }
            : null,
        },
      }
    },
  })

  route(eraseUser, {
    permission: 'super_admin',
    action: 'user.erase',
    why: 'erases a user for good',
    sensitive: true,
    audit: ofUser,
    handler: ({ params, body, admin, change }) =>
      change(async (transaction) => {
        await store.serializeErasures(engine, transaction)
        const { id: userId, memberId } = await store.getUserOrReports(transaction, params.id)
        // This is the form that the page shows.
        const expected = confirmationOf({ id: userId, memberId: shownName(memberId, '') })
        if (!isConfirmation(body.memberId, expected)) throw invalidField('memberId', 'This isn’t the user’s Member ID.')
        await store.eraseUser(transaction, { userId, erasedAtMs: now(), reason: body.reason, adminId: admin.id })
      }),
  })

  route(setLegalHold, {
    permission: 'super_admin',
    action: 'user.hold',
    why: 'prevents an erasure',
    sensitive: true,
    audit: ofUser,
    handler: ({ params, body, admin, change }) =>
      change(async (transaction) => {
        await store.serializeErasures(engine, transaction)
        const hold = { userId: params.id, reason: body.reason, adminId: admin.id, createdAtMs: now() }
        await store.insertLegalHold(transaction, hold)
        // The legal hold's own row is deleted when the hold is removed.
        const { userId, reason, adminId, createdAtMs: atMs } = hold
        await keepReason(transaction, { action: 'user.hold', subject: `user:${userId}`, adminId, reason, atMs })
      }),
  })

  route(removeLegalHold, {
    permission: 'super_admin',
    action: 'user.lift_hold',
    why: 'lets a user be erased',
    sensitive: true,
    audit: ofUser,
    handler: ({ params, change }) =>
      change(async (transaction) => {
        await store.serializeErasures(engine, transaction)
        await store.deleteLegalHold(transaction, params.id)
      }),
  })
}
