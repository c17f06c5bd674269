import type { Transaction } from 'kysely'
import { lockStaff } from '../admins/store.ts'
import type { Context } from '../../context.ts'
import type { Tables } from '../../database/tables.ts'
import { notFound } from '../../http/errors.ts'
import { deleteInvitation } from './store.ts'

/** Takes an invitation back: its link is dead from here on, whatever else happens to it at the same moment. */
export async function withdrawInvitation(
  transaction: Transaction<Tables>,
  { engine }: Context,
  id: string,
): Promise<void> {
  await lockStaff(engine, transaction)
  if (!(await deleteInvitation(transaction, id))) throw notFound('There is no such invitation any more.')
}
