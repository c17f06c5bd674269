import { randomUUIDv7 } from 'node:crypto'
import {
  takeOverServiceAccount,
  changeServiceAccount,
  createServiceAccount,
  createServiceToken,
  endServiceAccount,
  listServiceAccounts,
  revokeServiceToken,
  whoami,
} from '@health-console/contract/staff/service-accounts.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../core/context.ts'
import type { Db } from '../../../core/database/tables.ts'
import { notFound } from '../../../http/errors.ts'
import { router } from '../../../http/requests/route.ts'
import { makeToken, serializeAccounts } from './make-token.ts'
import { presentAccount } from './present.ts'
import * as store from './store.ts'

export function serviceAccountRoutes(app: FastifyInstance, context: Context): void {
  const { db, engine, now } = context
  const route = router(app, context)
  const ofAccount = ({ params: { id } }: { params: { id: string } }) => ({
    subjects: [`service_account:${id}` as const],
  })
  const present = async (reader: Db, id: string) => ({
    data: presentAccount(await store.getAccount(reader, id), await store.listTokens(reader, [id]), now()),
  })

  route(listServiceAccounts, {
    permission: 'super_admin',
    action: 'service_account.list',
    why: 'lists accounts and the ids of tokens, no secret',
    audit: (_call, { data }) => ({ subjects: data.map(({ id }) => `service_account:${id}` as const) }),
    handler: async () => {
      const accounts = await store.listAccounts(db)
      const tokens = await store.listTokens(
        db,
        accounts.map(({ id }) => id),
      )
      return { data: accounts.map((account) => presentAccount(account, tokens, now())) }
    },
  })

  route(createServiceAccount, {
    permission: 'super_admin',
    action: 'service_account.create',
    why: 'prepares lasting access of a program',
    sensitive: true,
    audit: (_call, { data }) => ({ subjects: [`service_account:${data.id}`] }),
    handler: ({ body: { name, scopes, networks = [] }, admin, change }) =>
      change(async (transaction) => {
        const id = randomUUIDv7()
        const account = { id, name, scopes, networks, ownerId: admin.id, createdAtMs: now() }
        await store.insertAccount(transaction, account)
        return present(transaction, id)
      }),
  })

  route(changeServiceAccount, {
    permission: 'super_admin',
    action: 'service_account.change',
    why: 'a wrong name hides whose account it is; networks limit a leaked token',
    sensitive: true,
    audit: ofAccount,
    handler: ({ params: { id }, body: { name, networks }, change }) =>
      change(async (transaction) => {
        const { name: before } = await store.getAccount(transaction, id)
        await store.updateAccount(transaction, id, {
          name: name ?? before,
          ...(networks && { networks: JSON.stringify(networks) }),
        })
        return present(transaction, id)
      }),
  })

  route(takeOverServiceAccount, {
    permission: 'super_admin',
    action: 'service_account.take_over',
    why: 'keeps access that would end',
    sensitive: true,
    audit: ofAccount,
    handler: ({ params: { id }, admin, change }) =>
      change(async (transaction) => {
        await serializeAccounts(engine, transaction)
        await store.getAccount(transaction, id)
        await store.updateAccount(transaction, id, { ownerId: admin.id, endsAtMs: null, warnedDays: null })
        return present(transaction, id)
      }),
  })

  route(endServiceAccount, {
    permission: 'super_admin',
    action: 'service_account.end',
    why: 'removes access',
    sensitive: true,
    audit: ofAccount,
    handler: ({ params: { id }, change }) =>
      change(async (transaction) => {
        await serializeAccounts(engine, transaction)
        await store.getAccount(transaction, id)
        await store.endAccount(transaction, id, now())
      }),
  })

  route(createServiceToken, {
    permission: 'super_admin',
    action: 'token.create',
    why: 'shows the secret of lasting access',
    uncompressed: 'a token',
    sensitive: true,
    audit: ({ params }, { data }) => ({ subjects: [`service_account:${params.id}`, `token:${data.id}`] }),
    handler: ({ params: { id }, body, change }) =>
      change(async (transaction) => ({ data: await makeToken(transaction, context, id, body) })),
  })

  route(revokeServiceToken, {
    permission: 'super_admin',
    action: 'token.revoke',
    why: 'removes access',
    sensitive: true,
    audit: ({ params }) => ({ subjects: [`service_account:${params.id}`, `token:${params.tokenId}`] }),
    handler: ({ params: { id, tokenId }, change }) =>
      change(async (transaction) => {
        const isRevoked = await store.revokeToken(transaction, { accountId: id, id: tokenId, nowMs: now() })
        if (!isRevoked) throw notFound('This token doesn’t exist or has already ended.')
      }),
  })

  route(whoami, {
    permission: { machine: 'any' },
    action: 'service_account.view',
    why: 'the token is the proof',
    // Shows callers their own account.
    audit: null,
    handler: async ({ machine: { id, name, scopes, token } }) => ({
      data: { id, name, scopes, token: { id: token.id, endsAt: new Date(token.endsAtMs).toISOString() } },
    }),
  })
}
