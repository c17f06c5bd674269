import * as contract from '@health-console/contract/staff/second-factor.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../core/context.ts'
import { ApiError, forbidden } from '../../../http/errors.ts'
import { router } from '../../../http/requests/route.ts'
import { getStaff, lockStaff } from '../admins/store.ts'
import { listPasskeys, presentPasskey } from '../credentials/passkey-store.ts'
import { attemptInSession } from '../throttle/attempts.ts'
import { countAttempt, clearAttempt } from '../throttle/throttle.ts'
import { hasFactor, isSecondFactorRequired } from '../credentials/factors.ts'
import * as resetting from './remove-factor.ts'
import * as settingUp from './set-up-app.ts'
import { countRecoveryCodes, findSecondFactor } from '../credentials/second-factor-store.ts'

export function secondFactorRoutes(app: FastifyInstance, context: Context): void {
  const { db, config } = context
  const route = router(app, context)

  route(contract.getSecondFactor, {
    permission: 'admin',
    beforeSecondFactor: true,
    action: 'second_factor.view',
    why: "shows one's own account, without secrets",
    audit: null,
    handler: async ({ admin }) => {
      const app = await findSecondFactor(db, admin.id)
      return {
        data: {
          isSet: hasFactor(admin.factors),
          isRequired: isSecondFactorRequired(config, admin.role),
          since: app ? new Date(app.createdAtMs).toISOString() : '',
          passkeys: (await listPasskeys(db, admin.id)).map(presentPasskey),
          recoveryCodesLeft: await countRecoveryCodes(db, admin.id),
        },
      }
    },
  })

  route(contract.beginSecondFactor, {
    permission: 'admin',
    beforeSecondFactor: true,
    action: 'second_factor.begin',
    why: 'shows the secret of a new method to sign in',
    uncompressed: 'the secret of an authenticator app',
    sensitive: true,
    audit: ({ admin }) => ({ subjects: [`admin:${admin.id}`] }),
    handler: async ({ admin, change }) =>
      change(async (transaction) => ({ data: await settingUp.beginSetup(transaction, context, admin) })),
  })

  route(contract.confirmSecondFactor, {
    permission: 'admin',
    beforeSecondFactor: true,
    action: 'second_factor.set',
    why: 'an app is lasting access',
    uncompressed: 'recovery codes',
    sensitive: true,
    audit: ({ admin }) => ({ subjects: [`admin:${admin.id}`] }),
    handler: async ({ admin, body, change }) => {
      const attempt = attemptInSession(context, 'code', admin.session.tokenHash)
      await countAttempt(context, attempt)
      return change(async (transaction) => {
        const codes = await settingUp.confirmSetup(transaction, context, admin, body.code)
        if (codes instanceof ApiError) return codes
        await clearAttempt(transaction, context, attempt)
        return { data: { recoveryCodes: codes } }
      })
    },
  })

  route(contract.removeSecondFactor, {
    permission: 'admin',
    action: 'second_factor.remove',
    why: 'weakens the sign-in',
    sensitive: true,
    audit: ({ admin }) => ({ subjects: [`admin:${admin.id}`] }),
    handler: async ({ admin, change }) => change((transaction) => settingUp.turnOff(transaction, context, admin)),
  })

  route(contract.removeAuthenticatorApp, {
    permission: 'admin',
    action: 'second_factor.remove_app',
    why: 'weakens the sign-in',
    sensitive: true,
    audit: ({ admin }) => ({ subjects: [`admin:${admin.id}`] }),
    handler: async ({ admin, change }) => change((transaction) => settingUp.removeApp(transaction, context, admin)),
  })

  route(contract.renewRecoveryCodes, {
    permission: 'admin',
    action: 'second_factor.renew_codes',
    why: 'recovery codes are lasting access',
    uncompressed: 'recovery codes',
    sensitive: true,
    audit: ({ admin }) => ({ subjects: [`admin:${admin.id}`] }),
    handler: async ({ admin, change }) =>
      change(async (transaction) => ({
        data: { recoveryCodes: await settingUp.renewRecoveryCodes(transaction, context, admin) },
      })),
  })

  route(contract.resetSecondFactor, {
    permission: 'super_admin',
    action: 'second_factor.reset',
    why: 'weakens the sign-in of another admin',
    sensitive: true,
    audit: ({ params }) => ({ subjects: [`admin:${params.id}`] }),
    handler: async ({ admin, params, change }) => {
      if (params.id === admin.id) throw forbidden('Turn off your own two-step sign-in in Settings.')
      return change(async (transaction) => {
        await lockStaff(context.engine, transaction)
        const person = await getStaff(transaction, params.id)
        await resetting.resetSecondFactor(transaction, context, person, admin.fullName)
      })
    },
  })
}
