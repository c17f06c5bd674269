import {
  cancelEmailChange,
  confirmEmailChange,
  getEmailChange,
  getEmailUndo,
  requestEmailChange,
  undoEmailChange,
} from '@health-console/contract/staff/email-changes.ts'
import { emailKeyOf } from '@health-console/contract/values/text.ts'
import { hashToken } from '../../../core/crypto/token.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../core/context.ts'
import { router } from '../../../http/requests/route.ts'
import { lockStaff } from '../admins/store.ts'
import { sessionCookie } from '../sessions/cookies.ts'
import * as changing from './change-email.ts'
import { findEmailChangeOf, withdrawLinks } from './store.ts'
import * as undoing from './undo-email-change.ts'

export function emailChangeRoutes(app: FastifyInstance, context: Context): void {
  const route = router(app, context)

  route(requestEmailChange, {
    permission: 'admin',
    action: 'email_change.request',
    why: 'anyone who can read the new mailbox can get the account',
    sensitive: true,
    audit: ({ admin, body }) => ({
      subjects: [`admin:${admin.id}`],
      ...(emailKeyOf(body.newEmail) === emailKeyOf(admin.email) && { action: 'email_change.confirm' }),
    }),
    handler: async ({ admin, body, change }) =>
      change((transaction) => changing.requestEmailChange(transaction, context, admin, body.newEmail)),
  })

  route(getEmailChange, {
    permission: 'admin',
    action: 'email_change.view',
    why: "shows one's own account",
    audit: null,
    handler: async ({ admin }) => {
      const change = await findEmailChangeOf(context.db, admin.id, context.now())
      return {
        data: change ? { newEmail: change.newEmail, expiresAt: new Date(change.expiresAtMs).toISOString() } : null,
      }
    },
  })

  route(cancelEmailChange, {
    permission: 'admin',
    action: 'email_change.cancel',
    why: 'keeps the account as it is',
    // Nothing is logged if there was none.
    audit: ({ shown }) => (shown.length > 0 ? { subjects: shown } : []),
    handler: async ({ admin, shown, change }) =>
      change(async (transaction) => {
        await lockStaff(context.engine, transaction)
        if (await withdrawLinks(transaction, 'emailChanges', 'adminId', admin.id)) shown.push(`admin:${admin.id}`)
      }),
  })

  route(confirmEmailChange, {
    permission: 'public',
    action: 'email_change.confirm',
    why: 'the link is the proof',
    audit: ({ actorId }) => ({ subjects: [`admin:${actorId}`] }),
    handler: async (call) => {
      const session = sessionCookie(context.config).read(call.request)
      return call.change(async (transaction) => {
        const change = await changing.consumeEmailChange(transaction, context, call.body.id)
        call.actorId = change.admin.id
        return changing.makeEmailChange(transaction, context, change, session && hashToken(session))
      })
    },
  })

  route(getEmailUndo, {
    permission: 'public',
    action: 'email_undo.view',
    why: 'the link is the proof',
    audit: null,
    handler: async ({ params }) => {
      const { undo } = await undoing.getEmailUndo(context.db, context, params.id)
      return { data: { email: undo.email } }
    },
  })

  route(undoEmailChange, {
    permission: 'public',
    action: 'email_change.undo',
    why: 'the link is the proof',
    audit: ({ actorId }) => ({ subjects: [`admin:${actorId}`] }),
    handler: async (call) => {
      const passwordHash = await undoing.preparePasswordEnd(context, call.body.id)
      return call.change(async (transaction) => {
        const found = await undoing.lockEmailUndo(transaction, context, call.body.id)
        call.actorId = found.admin.id
        return undoing.undoEmailChange(transaction, context, found, passwordHash)
      })
    },
  })
}
