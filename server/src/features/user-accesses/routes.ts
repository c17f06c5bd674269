import { listUserAccesses } from '@health-console/contract/users/user-accesses.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../core/context.ts'
import { router } from '../../http/requests/route.ts'
import { everyKind, readCursor, writeCursor } from '../audit-events/search/read-query.ts'
import { getUserOrReports } from '../erasures/erasing/store.ts'
import { nameForUser } from './name-actor.ts'
import { readAccesses } from './read-accesses.ts'

const pageSize = 100
const action = 'accesses.read'
/** Each page adds an entry about its own reading, so a reader would never reach the end. */
const shownKinds = everyKind.filter((kind) => kind.action !== action)

export function userAccessRoutes(app: FastifyInstance, context: Context): void {
  const { config, db } = context
  const route = router(app, context)

  route(listUserAccesses, {
    permission: { machine: 'accesses:read' },
    action,
    why: 'by a token with its own scope, without names unless ACCESS_LOG_NAMES allows them',
    audit: ({ params }) => ({ subjects: [`user:${params.id}`] }),
    handler: async ({ params, query }) => {
      const { id: userId } = await getUserOrReports(db, params.id)
      const after = query.after === undefined ? null : readCursor(query.after, 'after')
      const question = { userId, untilMs: Number.MAX_SAFE_INTEGER - 1, kinds: shownKinds, after, limit: pageSize }
      const { accesses, next } = await readAccesses(context, question, nameForUser(config.accessLogNames))
      return { data: accesses, meta: { next: next && writeCursor(next) } }
    },
  })
}
