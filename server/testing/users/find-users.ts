import type { Context } from '../../src/core/context.ts'
import { mostScans } from '../../src/core/database/engine.ts'
import * as users from '../../src/features/users/search/find-users.ts'
import { createQueue } from '../../src/core/queue.ts'

const queue = createQueue({ most: mostScans, longest: 100, busy: { message: 'busy', retryAfterSeconds: 1 } })
const { signal } = new AbortController()

/** One page of users for a caller that has its own turn and waits for the result. */
export const findUsers = (
  context: Pick<Context, 'db' | 'engine'>,
  typed: string,
  page: users.PageOfUsers,
  order: users.UserOrder = { order: 'asc' },
): Promise<users.FoundUsers> => users.findUsers(context, typed, page, order, { queue, owner: 'one', signal })
