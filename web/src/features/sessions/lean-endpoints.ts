import type { Endpoint } from '@health-console/contract/endpoint.ts'
import type * as contract from '@health-console/contract/sessions.ts'

// The calls of the sign-in page without their schemas, because the schema library would come along with them. The
// compiler holds the names and paths to the contract.

export const login = lean<typeof contract.login>({ name: 'login', method: 'POST', path: '/v1/auth/admin/login' })
export const logout = lean<typeof contract.logout>({ name: 'logout', method: 'POST', path: '/v1/auth/admin/logout' })
export const getMe = lean<typeof contract.getMe>({ name: 'getMe', method: 'GET', path: '/v1/auth/admin/me' })

/** What a call needs of its endpoint; the rest of it is for types. */
function lean<E extends Endpoint>(endpoint: Pick<E, 'name' | 'method' | 'path'>): E {
  return endpoint as E
}
