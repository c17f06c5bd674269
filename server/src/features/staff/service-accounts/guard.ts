import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../core/context.ts'
import { ApiError } from '../../../http/errors.ts'
import { authenticate } from './authenticate.ts'
import { requireLiveToken } from './store.ts'

/**
 * Authenticates the callers of routes for service accounts, before the body is read. Cookies are ignored there, and
 * tokens are ignored everywhere else.
 */
export function registerServiceAccounts(app: FastifyInstance, context: Context): void {
  app.decorateRequest('machine', undefined)
  app.decorateRequest('lockToken', async function (transaction) {
    if (this.machine) await requireLiveToken(transaction, this.machine.token.id, context.now())
  })

  app.addHook('onRequest', async (request) => {
    const { permission } = request.routeOptions.config
    if (typeof permission !== 'object') return
    request.machine = await authenticate(request, context)
    const { machine: scope } = permission
    if (scope === 'any' || request.machine.scopes.includes(scope)) return
    throw new ApiError('insufficient_scope', `This service account doesn’t have the scope ${scope}.`, {
      challenge: { error: 'insufficient_scope', scope },
    })
  })
}
