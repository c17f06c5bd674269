import { Readable } from 'node:stream'
import { exportUser } from '@health-console/contract/users/user-exports.ts'
import type { FastifyInstance } from 'fastify'
import { keepReason } from '../../core/audit/reasons.ts'
import type { Context } from '../../core/context.ts'
import { getUserOrReports } from '../erasures/erasing/store.ts'
import { sourceOf } from '../../http/requests/rejections.ts'
import { router } from '../../http/requests/route.ts'
import { attachment } from '../../core/storage/attachment.ts'
import { type Ended, exportUser as streamUser } from './export-user.ts'

export function userExportRoutes(app: FastifyInstance, context: Context): void {
  const { audit, db, now } = context
  const route = router(app, context)

  route(exportUser, {
    permission: 'super_admin',
    action: 'user.export',
    why: 'everything about a user at once',
    sensitive: true,
    audit: ({ params }) => ({ subjects: [`user:${params.id}`] }),
    rawHandler: async ({ params, body, admin, request, change }) => {
      const user = await getUserOrReports(db, params.id)
      const subject = `user:${user.id}` as const
      await change((transaction) =>
        keepReason(transaction, {
          action: 'user.export',
          subject,
          adminId: admin.id,
          reason: body.reason,
          atMs: now(),
        }),
      )
      const source = sourceOf(request)
      const files = streamUser(context, user, {
        logReports: async (part) => {
          if (part.length === 0) return
          const subjects = [subject, ...part.map(({ id }) => `report:${id}` as const)]
          await audit.write([{ ...source, action: 'reports.download_rows', outcome: 'ok', subjects }])
        },
        logEnd: (ended: Ended) => {
          const named = ended.outcome === 'ok' ? [subject, `export:${ended.sha256}` as const] : [subject]
          return audit.write([{ ...source, action: 'user.export_end', outcome: ended.outcome, subjects: named }])
        },
      })
      return (reply) =>
        reply
          .type('application/zip')
          .header('content-disposition', attachment(`user-${user.id}.zip`))
          .send(Readable.from(files, { objectMode: false, highWaterMark: 64 * 1024 }))
    },
  })
}
