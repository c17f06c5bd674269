import * as z from 'zod/mini'

/** What a service account may do. */
export const scopes = ['models:read', 'users:write', 'reports:write', 'users:erase', 'accesses:read'] as const
export const Scope = z.enum(scopes)
export type Scope = z.infer<typeof Scope>

/**
 * The scopes that a scope cannot be combined with. An account that may erase users may not write, so that a stolen
 * token can never replace existing data. One that may read who viewed users may do nothing else.
 */
const excluded: Partial<Record<Scope, readonly Scope[]>> = {
  'users:erase': ['users:write', 'reports:write'],
  'accesses:read': scopes.filter((scope) => scope !== 'accesses:read'),
}

/** Which of the scopes cannot be combined with the others, if any. */
export const findMixed = (chosen: readonly Scope[]): Scope | undefined =>
  chosen.find((scope) => excluded[scope]?.some((other) => chosen.includes(other)))
