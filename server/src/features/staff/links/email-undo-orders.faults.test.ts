import { expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../../testing/build-app.ts'
import { createAdmin, type Session, sessionOf, signedIn, testPassword } from '../../../../testing/factories.ts'
import { faultRounds } from '../../../../testing/processes/fault-rounds.ts'
import { addPasskey, type Authenticator } from '../../../../testing/passkeys/add-passkey.ts'
import { changeEmail, signInAfterUndo, undoEmailChange } from '../../../../testing/sessions/email-undo.ts'
import { signInByPasskey } from '../../../../testing/sessions/elsewhere.ts'
import { setSecondFactor } from '../../../../testing/sessions/second-factor.ts'
import { codeAt } from '../../../../testing/sessions/totp.ts'

const auth = '/v1/auth/admin'
const minuteMs = 60_000
const twoDaysMs = 48 * 60 * minuteMs

const acts = ['password', 'app', 'passkey', 'codes', 'e-mail'] as const
type Act = (typeof acts)[number]
type Owner = 'nothing' | 'a passkey' | 'an app'

/** Every order of a list. */
function ordersOf<Each>(list: readonly Each[]): Each[][] {
  if (list.length === 0) return [[]]
  return list.flatMap((first) => ordersOf(list.filter((each) => each !== first)).map((rest) => [first, ...rest]))
}

/** Everything that signs in to the account. */
type Keys = { app?: string; authenticator?: Authenticator; codes: string[] }

async function addFirst(testApp: TestApp, session: Session, owner: Owner): Promise<Keys> {
  if (owner === 'nothing') return { codes: [] }
  if (owner === 'an app') {
    const { secret, recoveryCodes } = await setSecondFactor(testApp, session)
    return { app: secret, codes: recoveryCodes }
  }
  const { authenticator, recoveryCodes } = await addPasskey(testApp, session)
  return { authenticator, codes: recoveryCodes }
}

/** Does what an attacker with the password and a session can do, in this order. @returns what they may sign in with */
async function intrude(testApp: TestApp, intruder: Session, order: readonly Act[], newEmail: string): Promise<Keys> {
  const keys: Keys = { codes: [] }
  const does: Record<Act, () => Promise<unknown>> = {
    password: async () => {
      const body = { oldPassword: testPassword, newPassword: 'Silver-teapot-3' }
      expect((await intruder.call('PATCH', `${auth}/password`, body)).statusCode).toBe(204)
    },
    app: async () => {
      const { secret, recoveryCodes } = await setSecondFactor(testApp, intruder)
      keys.app = secret
      keys.codes.push(...recoveryCodes)
    },
    passkey: async () => {
      const { authenticator, recoveryCodes } = await addPasskey(testApp, intruder)
      keys.authenticator = authenticator
      keys.codes.push(...recoveryCodes)
    },
    codes: async () => {
      const answer = await intruder.call('POST', `${auth}/second-factor/recovery-codes`)
      // Without a factor there are none.
      if (answer.statusCode !== 409) keys.codes.push(...answer.json().data.recoveryCodes)
    },
    'e-mail': () => changeEmail(testApp, intruder, newEmail),
  }
  for (const act of order) {
    await does[act]()
    testApp.advance(minuteMs)
  }
  return keys
}

/** What is true after the attacker's actions in this order, the undo and the owner's new password. */
async function expectOwnersAccount(testApp: TestApp, boss: Session, owner: Owner, order: readonly Act[]) {
  const admin = await createAdmin(testApp)
  const { email } = admin
  const own = await addFirst(testApp, await sessionOf(testApp, admin), owner)
  testApp.advance(twoDaysMs)
  const intruder = await sessionOf(testApp, admin)
  const stolen = await intrude(testApp, intruder, order, `thief-of-${email}`)
  await undoEmailChange(testApp, email)
  testApp.advance(minuteMs)

  // Nothing of the attacker signs in, not even with the new password.
  expect((await intruder.call('GET', `${auth}/me`)).statusCode).toBe(401)
  if (stolen.authenticator) expect(await signInByPasskey(testApp, stolen.authenticator)).toBe(401)
  const codes = [...(stolen.app === undefined ? [] : [codeAt(stolen.app, testApp.context.now())]), ...stolen.codes]
  const isDemanded =
    order.indexOf('e-mail') > Math.min(...(['app', 'passkey'] as const).map((act) => order.indexOf(act)))
  const isLost = owner === 'nothing' ? isDemanded : owner === 'an app' && order.includes('app')
  if (owner !== 'nothing' || isLost)
    for (const code of [codes[0], codes.at(-1)].filter((each) => each !== undefined))
      expect((await signInAfterUndo(testApp, email, { code })).json().error.code).toBe('second_factor')

  // The owner's former factor does.
  const alone = await signInAfterUndo(testApp, email)
  if (owner === 'nothing' && !isLost) return expect(alone.statusCode).toBe(200)
  const { code: rejection, secondFactor } = alone.json().error
  expect(rejection).toBe('second_factor')
  expect(secondFactor.ways).toContain('recovery_code')
  const areReplaced = order.includes('codes') || (owner === 'an app' && order.includes('app'))
  if (own.codes.length > 0 && !areReplaced)
    expect((await signInAfterUndo(testApp, email, { code: own.codes[0] })).statusCode).toBe(200)
  if (own.authenticator) return expect(await signInByPasskey(testApp, own.authenticator)).toBe(200)
  if (own.app !== undefined && !isLost) {
    const code = codeAt(own.app, testApp.context.now())
    return expect((await signInAfterUndo(testApp, email, { code })).statusCode).toBe(200)
  }

  // Otherwise a super admin lets the owner in.
  expect(secondFactor.ways).toEqual(['recovery_code'])
  const bossNow = await sessionOf(testApp, boss.admin)
  expect((await bossNow.call('DELETE', `/v1/admins/${admin.id}/second-factor`)).statusCode).toBe(204)
  expect((await signInAfterUndo(testApp, email)).statusCode).toBe(200)
}

const less = (act: Act) => acts.filter((each) => each !== act)
const cases: [Owner, readonly Act[]][] = [
  ['nothing', acts],
  ['a passkey', less('codes')],
  ['an app', less('codes')],
  ['an app', less('app')],
]
const longCases: typeof cases = [
  ['a passkey', acts],
  ['an app', acts],
]

test.each(faultRounds === 1 ? cases : [...cases, ...longCases])(
  'after the undo the account belongs to its owner, who had %s, in every order of the attacker’s actions: %j',
  async (owner, done) => {
    const testApp = await buildTestApp()
    testApp.freeze()
    const boss = await signedIn(testApp, { role: 'super_admin' })
    for (const order of ordersOf(done)) {
      try {
        await expectOwnersAccount(testApp, boss, owner, order)
      } catch (error) {
        throw new Error(`in the order ${order.join(', ')}`, { cause: error })
      }
    }
  },
)
