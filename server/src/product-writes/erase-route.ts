import { eraseUserForProduct } from '@health-console/contract/product-writes.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { eraseUser, hasReports, serializeErasures } from '../erasures/store.ts'
import { router } from '../http/route.ts'
import { findErased, hasUser } from '../users/store.ts'
import { countErasure } from './count-erasures.ts'

export function eraseRoute(app: FastifyInstance, context: Context): void {
  const { engine, now } = context
  const route = router(app, context)

  route(eraseUserForProduct, {
    permission: { machine: 'users:erase' },
    action: 'user.erase',
    why: 'by a token with its own scope, at most 100 an hour',
    // Nothing if the user had been erased before.
    audit: ({ shown }) => (shown.length > 0 ? { subjects: shown } : []),
    handler: ({ params: { id }, query: { reason }, machine, shown, change }) =>
      change(async (transaction) => {
        await serializeErasures(engine, transaction)
        const isThere = (await hasUser(transaction, id)) || (await hasReports(transaction, id))
        if (!isThere && (await findErased(transaction, [id])).has(id)) return
        await eraseUser(transaction, { userId: id, erasedAtMs: now(), reason, adminId: null })
        await countErasure(transaction, context, machine)
        shown.push(`user:${id}`)
      }),
  })
}
