import { lockStaff } from '../admins/store.ts'
import type { Context } from '../context.ts'
import { notFound } from '../http/errors.ts'
import { deleteInvitation } from './store.ts'

/** Takes an invitation back: its link is dead from here on, whatever else happens to it at the same moment. */
export async function withdrawInvitation({ db, engine }: Context, id: string): Promise<void> {
  const isDeleted = await db.transaction().execute(async (transaction) => {
    await lockStaff(engine, transaction)
    return deleteInvitation(transaction, id)
  })
  if (!isDeleted) throw notFound('There is no such invitation any more.')
}
