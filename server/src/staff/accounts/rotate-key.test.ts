import { copyFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { buildTestApp } from '../../../testing/build-app.ts'
import { createAdmin, signedIn } from '../../../testing/factories.ts'
import { setSecondFactor } from '../../../testing/sessions/second-factor.ts'
import { codeAt } from '../../../testing/sessions/totp.ts'
import { signInAtProvider } from '../../../testing/sign-on/at-provider.ts'
import { startRealProvider } from '../../../testing/sign-on/real-provider.ts'
import { signOnSettings, TestBrowser } from '../../../testing/sign-on/test-browser.ts'
import { writeCheckpoint } from '../../audit/write-checkpoint.ts'
import { verifyAuditCommand } from '../../commands/audit-commands.ts'
import type { Context } from '../../context.ts'
import { openKeys } from '../../crypto/keys.ts'
import { spendCode } from '../credentials/codes.ts'
import { findSecondFactor } from '../credentials/second-factor-store.ts'
import { checkSignOnSessions } from '../sign-on/check-access.ts'
import { rotateKeyCommand } from './rotate-key.ts'

test('after changes of the master key codes of apps and recovery codes go on', async () => {
  const testApp = await buildTestApp()
  const { context, advance } = testApp
  const eve = await signedIn(testApp)
  const { secret, recoveryCodes } = await setSecondFactor(testApp, eve)
  await writeCheckpoint(context, pino({ level: 'silent' }))

  /** @returns the problem with the present code of the app, and with a recovery code */
  const problems = async (changed: Context) => {
    advance(60_000)
    const spend = (code: string) =>
      changed.db
        .transaction()
        .execute(async (transaction) =>
          spendCode(transaction, changed, eve.admin, await findSecondFactor(transaction, eve.admin.id), code),
        )
    return [await spend(codeAt(secret, changed.now())), await spend(recoveryCodes.pop() ?? '')]
  }
  const fine = [undefined, undefined]
  expect(await problems(context)).toEqual(fine)

  const { file } = context.config.secretKey
  const kept = path.join(context.config.dataDir, 'old.key')
  const rotate = (to: Context) => rotateKeyCommand.run(to, ['--old', kept])
  let changed = context
  for (const byte of [5, 6]) {
    copyFileSync(file, kept)
    await expect(rotate(changed)).rejects.toThrow('holds the key that is in use')
    writeFileSync(file, Buffer.alloc(32, byte).toString('base64'))
    changed = { ...changed, keys: openKeys(changed.config) }
    expect(await problems(changed)).toEqual([
      expect.stringContaining('cannot check your second factor'),
      expect.stringContaining('The code is not right'),
    ])
    expect(await rotate(changed)).toContain('Authenticator apps that were sealed again: 1.')
    expect(await problems(changed)).toEqual(fine)
    // Again, as after an interruption.
    expect(await rotate(changed)).toContain('Authenticator apps that were sealed again: 0.')
    expect(await problems(changed)).toEqual(fine)
  }
  expect(await verifyAuditCommand.run(changed, [])).toContain('is intact')
  await expect(rotateKeyCommand.run(changed, [])).rejects.toThrow('--old FILE')
  await expect(rotateKeyCommand.run(changed, ['--old', `${kept}x`])).rejects.toThrow(`There is no ${kept}x.`)
})

test('after a change of the master key sessions by single sign-on go on, and a sign-on under way begins again', async () => {
  const provider = await startRealProvider(['http://localhost:3000/sign-on'])
  onTestFinished(() => provider.stop())
  provider.accounts.set('ada', { email: 'ada@example.org', email_verified: true })
  const testApp = await buildTestApp(signOnSettings(provider.issuer))
  testApp.freeze()
  await createAdmin(testApp, { email: 'ada@example.org' })
  const browser = new TestBrowser(testApp)
  const signIn = async () => browser.finish(await signInAtProvider(await browser.begin(), 'ada'))
  expect((await signIn()).statusCode).toBe(200)

  const late = new TestBrowser(testApp)
  const answer = await signInAtProvider(await late.begin(), 'ada')
  const { context } = testApp
  const { file } = context.config.secretKey
  const kept = path.join(context.config.dataDir, 'old.key')
  copyFileSync(file, kept)
  writeFileSync(file, Buffer.alloc(32, 7).toString('base64'))
  context.keys = openKeys(context.config)
  const rotate = () => rotateKeyCommand.run(context, ['--old', kept])
  expect(await rotate()).toContain('Sessions by single sign-on that were sealed again: 1.')
  expect(await rotate()).not.toContain('Sessions by single sign-on')

  const refused = await late.finish(answer)
  expect([refused.statusCode, refused.json().error.message]).toEqual([404, expect.stringContaining('Begin again.')])
  for (let n = 0; n < 2; n += 1) {
    testApp.advance(5 * 60_000)
    await checkSignOnSessions(context, { warn: () => undefined } as never)
    expect((await browser.me()).statusCode).toBe(200)
  }
})
