import * as z from 'zod/mini'

/** What a service account may do. */
export const scopes = ['models:read', 'users:write', 'reports:write', 'users:erase'] as const
export const Scope = z.enum(scopes)
export type Scope = z.infer<typeof Scope>

const writes: readonly Scope[] = ['users:write', 'reports:write']

/** An account that may erase users may not write, so that a stolen token can never replace existing data. */
export const isMixed = (scopes: readonly Scope[]) =>
  scopes.includes('users:erase') && scopes.some((scope) => writes.includes(scope))
