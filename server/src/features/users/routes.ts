import { shownName } from '@health-console/contract/values/text.ts'
import { pageMeta } from '@health-console/contract/http/paging.ts'
import { type EndUser, getUser, listUsers, ofEachField, userFields } from '@health-console/contract/users/users.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../core/context.ts'
import { mostScans } from '../../core/database/engine.ts'
import { createQueue } from '../../core/queue.ts'
import { router } from '../../http/requests/route.ts'
import { whenGone } from '../../http/connections/when-gone.ts'
import { findUsers } from './search/find-users.ts'
import { searchedWords } from './search/searched-words.ts'
import * as store from './store.ts'

export function userRoutes(app: FastifyInstance, context: Context): void {
  const { config, db } = context
  const queue = createQueue({
    most: mostScans,
    mostOfOwner: 1,
    longest: 100,
    busy: { message: 'Too many searches at the moment. Try again in a few seconds.', retryAfterSeconds: 5 },
  })
  const route = router(app, context)

  route(listUsers, {
    permission: 'admin',
    action: 'users.list',
    why: 'one page: users',
    uncompressed: 'names that users chose, next to the data of other users',
    audit: ({ query }, { data }) => ({
      subjects: data.map(({ id }) => `user:${id}` as const),
      ...(searchedWords(query.search).length > 0 && { action: 'users.search' }),
    }),
    shows: (_call, { data }) => ({ kind: 'people', rows: data.length }),
    handler: async ({ query: { page, search, sort, order }, admin, reply }) => {
      const limit = config.pageSize
      const at = { offset: (page - 1) * limit, limit }
      const scan = { queue, owner: admin.session.id, signal: whenGone(reply) }
      const found = await findUsers(context, search, at, { sort, order }, scan)
      return { data: found.users.map(presentUser), meta: pageMeta(page, limit, found.total) }
    },
  })

  route(getUser, {
    permission: 'admin',
    action: 'user.view',
    why: 'one of the users',
    audit: ({ params }) => ({ subjects: [`user:${params.id}`] }),
    shows: () => ({ kind: 'people', rows: 1 }),
    handler: async ({ params }) => ({
      data: {
        ...presentUser(await store.getUser(db, params.id)),
        hasLegalHold: await store.isOnLegalHold(db, params.id),
      },
    }),
  })
}

/** Users may have been imported before invisible characters were removed. */
const presentUser = (user: EndUser): EndUser => ({
  id: user.id,
  ...ofEachField((field) => (userFields[field].kind === 'day' ? user[field] : shownName(user[field], ''))),
})
