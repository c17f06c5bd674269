import * as contract from '@health-console/contract/staff/passkeys.ts'
import { newToken } from '../../../core/crypto/token.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../core/context.ts'
import { notFound } from '../../../http/errors.ts'
import { router } from '../../../http/requests/route.ts'
import { passkeyRemovedMail } from '../../../mail/templates/passkeys.ts'
import { removeOneFactor } from './remove-factor.ts'
import { passkeyCookie } from '../sessions/cookies.ts'
import * as adding from './add-passkey.ts'
import { requestOptions } from '../credentials/passkey-challenges.ts'
import * as store from '../credentials/passkey-store.ts'

export function passkeyRoutes(app: FastifyInstance, context: Context): void {
  const { config, db } = context
  const route = router(app, context)

  route(contract.beginPasskeyLogin, {
    permission: 'public',
    action: 'session.request_passkey',
    why: 'begins the sign-in',
    audit: null,
    handler: async ({ request, reply }) => {
      const browser = passkeyCookie(config).read(request) ?? newToken()
      passkeyCookie(config).write(reply, browser)
      return { data: requestOptions(context, { use: 'sign-in', holder: browser }, []) }
    },
  })

  route(contract.beginPasskeyConfirmation, {
    permission: 'admin',
    beforeSecondFactor: true,
    action: 'session.request_passkey',
    why: 'begins the confirmation',
    audit: null,
    handler: async ({ admin }) => {
      const passkeys = await store.listPasskeys(db, admin.id)
      return { data: requestOptions(context, { use: 'confirm', holder: admin.session.id }, passkeys) }
    },
  })

  route(contract.beginPasskey, {
    permission: 'admin',
    beforeSecondFactor: true,
    action: 'passkey.begin',
    why: 'begins a new method to sign in',
    sensitive: true,
    audit: null,
    handler: async ({ admin }) => ({ data: await adding.beginPasskey(context, admin) }),
  })

  route(contract.addPasskey, {
    permission: 'admin',
    beforeSecondFactor: true,
    action: 'passkey.add',
    why: 'a passkey is lasting access',
    uncompressed: 'recovery codes',
    sensitive: true,
    audit: ({ admin }) => ({ subjects: [`admin:${admin.id}`] }),
    handler: async ({ admin, body: { name, passkey }, change }) => {
      const made = await adding.checkAttestation(context, admin, passkey)
      return change(async (transaction) => ({
        data: { recoveryCodes: await adding.addPasskey(transaction, context, admin, { ...made, name }) },
      }))
    },
  })

  route(contract.renamePasskey, {
    permission: 'admin',
    action: 'passkey.rename',
    why: 'a wrong name hides whose passkey it is',
    sensitive: true,
    audit: ({ admin }) => ({ subjects: [`admin:${admin.id}`] }),
    handler: async ({ admin, params: { passkeyId: id }, body: { name }, change }) =>
      change(async (transaction) => {
        if (!(await store.renamePasskey(transaction, { id, adminId: admin.id, name }))) throw gone()
      }),
  })

  route(contract.removePasskey, {
    permission: 'admin',
    action: 'passkey.remove',
    why: 'weakens the sign-in',
    sensitive: true,
    audit: ({ admin }) => ({ subjects: [`admin:${admin.id}`] }),
    handler: async ({ admin, params: { passkeyId: id }, change }) =>
      change(async (transaction) => {
        await removeOneFactor(transaction, context, admin, async () => {
          const removed = await store.deletePasskey(transaction, { id, adminId: admin.id })
          if (!removed) throw gone()
          return passkeyRemovedMail(config, { atMs: context.now(), name: removed.name })
        })
      }),
  })
}

const gone = () => notFound('This passkey no longer exists.')
