import {
  eraseUserForProduct,
  lineTypes,
  writeReports,
  writeUsers,
} from '@health-console/contract/users/product-writes.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../core/context.ts'
import { createQueue } from '../../core/queue.ts'
import type { MachineCaller } from '../../http/requests/caller.ts'
import { eraseUser, hasReports, serializeErasures } from '../erasures/erasing/store.ts'
import { ApiError } from '../../http/errors.ts'
import { sourceOf } from '../../http/requests/rejections.ts'
import { router } from '../../http/requests/route.ts'
import type { LineKind } from '../ndjson/line-kind.ts'
import { reportLines } from '../reports/report-lines.ts'
import { findErased, hasUser } from '../users/store.ts'
import { userLines } from '../users/user-lines.ts'
import type { Transaction } from '../../core/database/tables.ts'
import { createAdmission, mostInAll, tooMany } from './admission.ts'
import { countErasure, countErasures } from './count-erasures.ts'
import { receiveBody } from './receive-body.ts'
import { writeBatch } from './write-batch.ts'

/** The routes with which the product writes, with a token of a service account. */
export async function productWriteRoutes(app: FastifyInstance, context: Context): Promise<void> {
  declareErasure(app, context)
  // This is in its own scope, because bodies of lines are accepted nowhere else.
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser([...lineTypes], (_request, _body, done) => done(null, undefined))
    scope.addContentTypeParser('*', (_request, _body, done) =>
      done(new ApiError('unsupported', `The content type is not supported. Send ${lineTypes[0]}.`)),
    )
    declareWrites(scope, context)
  })
}

function declareErasure(app: FastifyInstance, context: Context): void {
  const { engine, now } = context
  const route = router(app, context)

  route(eraseUserForProduct, {
    permission: { machine: 'users:erase' },
    action: 'user.erase',
    why: 'by a token with its own scope, at most 100 an hour',
    // There is nothing to log if the user had been erased before.
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

function declareWrites(app: FastifyInstance, context: Context): void {
  const admit = createAdmission(context.now)
  const transactions = createQueue({ most: 1, longest: mostInAll, busy: tooMany })
  const route = router(app, context)

  route(writeUsers, {
    permission: { machine: 'users:write' },
    action: 'users.write',
    why: 'by a token with this scope, not by an admin',
    // These are logged in the transactions of the lines.
    audit: null,
    rawHandler: (call) => write(call, userLines),
  })

  route(writeReports, {
    permission: { machine: 'reports:write' },
    action: 'reports.write',
    why: 'by a token with this scope, not by an admin',
    audit: null,
    rawHandler: (call) => write(call, reportLines),
  })

  async function write<Row extends { id: string }, Checked>(
    { request, reply, machine }: { request: FastifyRequest; reply: FastifyReply; machine: MachineCaller },
    kind: LineKind<Row, Checked>,
  ) {
    const caller = {
      source: sourceOf(request),
      countEmptied: async (transaction: Transaction, amount: number) =>
        (await countErasures(transaction, context, machine, amount)).allowed,
      hasGone: () => reply.raw.destroyed,
      lockToken: request.lockToken.bind(request),
      inTurn: transactions.run,
    }
    // The limits count work, which continues for a while after a client has disconnected.
    const written = await admit(machine.token.id, async () =>
      writeBatch(context, kind, await receiveBody(request), caller),
    )
    if (written.rejected > 0 && written.applied + written.unchanged === 0)
      throw new ApiError('unprocessable', 'No lines were accepted.', { lines: written })
    return (reply: FastifyReply) => reply.code(written.rejected === 0 ? 200 : 207).send(written)
  }
}
