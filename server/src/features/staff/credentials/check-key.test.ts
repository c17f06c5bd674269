import { expect, test } from 'vitest'
import { buildTestApp } from '../../../../testing/build-app.ts'
import { signedIn } from '../../../../testing/factories.ts'
import { addPasskey } from '../../../../testing/passkeys/add-passkey.ts'
import { type Cbor, encodeCbor } from '../../../../testing/passkeys/cbor.ts'
import { createAuthenticator } from '../../../../testing/passkeys/software-authenticator.ts'
import { signInByPasskey } from '../../../../testing/sessions/elsewhere.ts'

type Key = Map<number | string, Cbor>
type Options = Parameters<ReturnType<typeof createAuthenticator>['create']>[1]

const url = '/v1/auth/admin/passkeys'
const [kindLabel, algorithmLabel, curveLabel, xLabel, yLabel] = [1, 3, -1, -2, -3]

async function withAda() {
  const testApp = await buildTestApp()
  const ada = await signedIn(testApp, { email: 'ada@example.org' })
  const authenticator = createAuthenticator({ origin: testApp.context.config.publicUrl })
  const add = async (input: Options) => {
    const passkey = authenticator.create((await ada.call('POST', url)).json().data, input)
    return ada.call('PUT', url, { name: 'Phone', passkey })
  }
  return { testApp, ada, authenticator, add }
}

test.each(['P-256', 'Ed25519', 'RSA'] as const)('a passkey with a key of the type %s signs in', async (kind) => {
  const { testApp, authenticator, add } = await withAda()
  expect((await add({ kind })).statusCode).toBe(200)
  expect(await signInByPasskey(testApp, authenticator)).toBe(200)
})

const says = (algorithm: number) => (key: Key) => void key.set(algorithmLabel, algorithm)

test.each<[string, Options]>([
  ['P-256 says RS256', { key: says(-257) }],
  ['P-256 says Ed25519', { key: says(-8) }],
  ['Ed25519 says ES256', { kind: 'Ed25519', key: says(-7) }],
  ['RSA says ES256', { kind: 'RSA', key: says(-7) }],
  ['RSA says Ed25519', { kind: 'RSA', key: says(-8) }],
  ['RSA with SHA-1, which is not offered', { kind: 'RSA', key: says(-65535) }],
  ['no algorithm', { key: (key) => void key.delete(algorithmLabel) }],
  ['ES256 on another curve', { key: (key) => void key.set(curveLabel, 2) }],
  ['ES256 of an unknown kind', { key: (key) => void key.set(kindLabel, 4) }],
  ['a point outside of the curve', { key: (key) => void key.set(yLabel, Buffer.alloc(32, 7)) }],
  ['half a point', { key: (key) => void key.set(xLabel, Buffer.alloc(16, 7)) }],
  ['RSA of 1,024 bits', { kind: 'RSA', bits: 1_024 }],
])('a passkey whose key contradicts its algorithm, or is weak, is rejected: %s', async (_, input) => {
  const { testApp, add } = await withAda()
  const rejected = await add(input)
  expect(rejected.statusCode).toBe(400)
  expect(rejected.json().error.fields[0].path).toBe('passkey')
  expect(await testApp.context.db.selectFrom('passkeys').select('id').execute()).toEqual([])
})

test('a stored passkey whose key contradicts its algorithm is rejected when it is used', async () => {
  const { testApp, ada, authenticator } = await withAda()
  let contradicting: Key = new Map()
  await addPasskey(testApp, ada, {
    authenticator: {
      ...authenticator,
      create: (options) => authenticator.create(options, { key: (key) => void (contradicting = new Map(key)) }),
    },
  })
  expect(await signInByPasskey(testApp, authenticator)).toBe(200)
  const publicKey = encodeCbor(contradicting.set(algorithmLabel, -257)).toString('base64url')
  await testApp.context.db.updateTable('passkeys').set({ publicKey }).execute()
  expect(await signInByPasskey(testApp, authenticator)).toBe(401)
})
