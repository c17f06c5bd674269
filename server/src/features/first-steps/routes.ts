import { type FirstSteps, getFirstSteps } from '@health-console/contract/first-steps.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../core/context.ts'
import { router } from '../../http/requests/route.ts'
import { listFactors } from '../staff/credentials/factors.ts'
import * as store from './store.ts'

export function firstStepRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context
  const route = router(app, context)

  route(getFirstSteps, {
    permission: 'super_admin',
    action: 'admin.list',
    why: 'shows what is set up',
    // The response shows no one's data.
    audit: null,
    handler: async ({ admin: { id } }) => ({
      data: {
        hasSecondFactor: (await listFactors(db, [id])).has(id),
        hasOtherSuperAdmin: await store.hasOtherSuperAdmin(db, id),
        hasPatients: await store.hasPatients(db),
        missingFiles: await store.listMissingFiles(db),
        mail: await findMail(context),
        hasBackup: await store.hasBackup(db),
      },
    }),
  })
}

async function findMail({ config, db }: Context): Promise<FirstSteps['mail']> {
  if (config.mail.method === 'off') return 'off'
  return (await store.hasSentMail(db)) ? 'works' : 'untried'
}
