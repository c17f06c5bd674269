import { Scope } from '@health-console/contract/staff/scopes.ts'
import type { ServiceAccount, ServiceToken } from '@health-console/contract/staff/service-accounts.ts'
import { shownName } from '@health-console/contract/values/text.ts'
import * as z from 'zod/mini'
import type { ServiceAccountsTable, ServiceTokensTable } from '../../../core/database/tables/service-accounts.ts'
import { type AccountRow, endOf, stateOf } from './store.ts'

const StoredScopes = z.array(Scope)
const StoredNetworks = z.array(z.string())

export const readScopes = ({ scopes }: Pick<ServiceAccountsTable, 'scopes'>) => StoredScopes.parse(JSON.parse(scopes))
export const readNetworks = ({ networks }: Pick<ServiceAccountsTable, 'networks'>) =>
  StoredNetworks.parse(JSON.parse(networks))

export function presentAccount(row: AccountRow, tokens: ServiceTokensTable[], nowMs: number): ServiceAccount {
  const { ownerId: id, ownerFullName, ownerEmail: email, ownerColor: color } = row
  return {
    id: row.id,
    name: row.name,
    scopes: readScopes(row),
    networks: readNetworks(row),
    owner: { id, fullName: shownName(ownerFullName, email), email, color },
    createdAt: isoOf(row.createdAtMs),
    endsAt: row.endsAtMs === null ? null : isoOf(row.endsAtMs),
    tokens: tokens.filter(({ accountId }) => accountId === row.id).map((token) => presentToken(token, nowMs)),
  }
}

function presentToken(token: ServiceTokensTable, nowMs: number): ServiceToken {
  const state = stateOf(token, nowMs)
  return {
    id: token.id,
    createdAt: isoOf(token.createdAtMs),
    endsAt: isoOf(endOf(token)),
    state: state === 'live' && token.rotatesAtMs !== null ? 'rotated' : state,
    lastUsedAt: token.lastUsedAtMs === null ? null : isoOf(token.lastUsedAtMs),
    lastAddress: token.lastAddress,
  }
}

const isoOf = (ms: number) => new Date(ms).toISOString()
