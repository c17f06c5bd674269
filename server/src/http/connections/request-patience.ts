import type { FastifyInstance, FastifyRequest } from 'fastify'
import { newPatience, type Patience, withPatience } from '../../core/database/patience.ts'

/** Limits how long a request waits for the database in all, until its response begins. */
export function registerPatience(app: FastifyInstance): void {
  const patiences = new WeakMap<FastifyRequest, Patience>()
  app.addHook('onRequest', (request, _reply, done) => {
    const patience = newPatience()
    patiences.set(request, patience)
    withPatience(patience, done)
  })
  // What follows the arrival of a body runs in the context of the connection.
  app.addHook('preValidation', (request, _reply, done) => {
    withPatience(patiences.get(request) ?? newPatience(), done)
  })
  // A long download reads in batches, and may take any time.
  app.addHook('onSend', async (request) => {
    const patience = patiences.get(request)
    if (patience) patience.isEndless = true
  })
}
