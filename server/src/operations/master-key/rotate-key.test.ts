import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../testing/build-app.ts'
import { createAdmin, signedIn } from '../../../testing/factories.ts'
import { finishHashing, ggufOf, startFilesApp, uploadFirst } from '../../../testing/files/files-app.ts'
import { setSecondFactor } from '../../../testing/sessions/second-factor.ts'
import { codeAt } from '../../../testing/sessions/totp.ts'
import { signInAtProvider } from '../../../testing/sign-on/at-provider.ts'
import { startRealProvider } from '../../../testing/sign-on/real-provider.ts'
import { signOnSettings, TestBrowser } from '../../../testing/sign-on/test-browser.ts'
import { readProof } from '../../core/audit/proof-files.ts'
import { writeCheckpoint } from '../../core/audit/write-checkpoint.ts'
import { auditKeyCommand, verifyAuditCommand } from '../../commands/audit-commands.ts'
import type { Context } from '../../core/context.ts'
import { openKeys } from '../../core/crypto/keys.ts'
import { signVersions } from '../../features/files/signing/sign-versions.ts'
import { modelKeysCommand, verifyModelsCommand } from '../../features/files/signing/commands.ts'
import { adoptKey } from '../../features/files/signing/adopt-key.ts'
import { createModelKey } from '../../features/files/signing/model-key.ts'
import { spendCode } from '../../features/staff/credentials/totp.ts'
import { findSecondFactor } from '../../features/staff/credentials/second-factor-store.ts'
import { getStaff } from '../../features/staff/admins/store.ts'
import { checkSignOnSessions } from '../../features/staff/sign-on/check-sign-on-sessions.ts'
import { rotateKeyCommand } from './rotate-key.ts'

/** A console with an authenticator app, and what its owner knows. */
async function withFactor() {
  const testApp = await buildTestApp()
  const session = await signedIn(testApp, { role: 'super_admin' })
  const { secret, recoveryCodes } = await setSecondFactor(testApp, session)
  const { id } = session.admin
  /** @returns the problem with the current code of the app, and with a recovery code */
  const errorsOfCodes = async (changed: Context) => {
    testApp.advance(60_000)
    const admin = await getStaff(changed.db, id)
    const spend = (code: string) =>
      changed.db
        .transaction()
        .execute(async (transaction) =>
          spendCode(transaction, changed, admin, await findSecondFactor(transaction, id), code),
        )
    return [await spend(codeAt(secret, changed.now())), await spend(recoveryCodes.pop() ?? '')]
  }
  return { ...testApp, email: session.admin.email, errorsOfCodes }
}

const fine = [undefined, undefined]

/** The context of a process that starts after another key was put in place. */
function withKey(context: Context, byte: number): Context {
  writeFileSync(context.config.secretKey.file, Buffer.alloc(32, byte).toString('base64'))
  return { ...context, keys: openKeys(context.config) }
}

function keepKey({ config }: Context): string {
  const kept = path.join(config.dataDir, 'old.key')
  copyFileSync(config.secretKey.file, kept)
  return kept
}

function writeForeignKey({ config }: Context): string {
  const file = path.join(config.dataDir, 'foreign.key')
  writeFileSync(file, Buffer.alloc(32, 99).toString('base64'))
  return file
}

async function rowsOf({ db }: TestApp['context']) {
  const tables = ['consoleKey', 'modelKeys', 'secondFactors', 'recoveryCodes', 'auditEvents'] as const
  return Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()))
}

test('after changes of the master key, app codes and recovery codes still work', async () => {
  const { context, errorsOfCodes } = await withFactor()
  expect(await errorsOfCodes(context)).toEqual(fine)
  await writeCheckpoint(context, pino({ level: 'silent' }))
  let changed = context
  for (const byte of [5, 6]) {
    const kept = keepKey(changed)
    const rotate = (to: Context) => rotateKeyCommand.run(to, ['--old', kept])
    await expect(rotate(changed)).rejects.toThrow('contains the key in use')
    changed = withKey(context, byte)
    await expect(adoptKey(changed)).rejects.toThrow('Put that key back')
    expect(await errorsOfCodes(changed)).toEqual([
      expect.stringContaining('can no longer check your authenticator codes'),
      expect.stringContaining('That recovery code isn’t correct'),
    ])
    expect(await rotate(changed)).toContain('Authenticator apps re-encrypted: 1.')
    expect(await errorsOfCodes(changed)).toEqual(fine)
    await adoptKey(changed)
    // It runs again, as after an interruption.
    expect(await rotate(changed)).toContain('Authenticator apps re-encrypted: 0.')
    expect(await errorsOfCodes(changed)).toEqual(fine)
  }
  expect(await verifyAuditCommand.run(changed, [])).toContain('is intact')
  await expect(rotateKeyCommand.run(changed, [])).rejects.toThrow('--old FILE')
})

test(
  'a file with another key than the former one changes nothing, and is not published',
  { tags: 'postgres' },
  async () => {
    const { context, errorsOfCodes } = await withFactor()
    const [foreign, kept] = [writeForeignKey(context), keepKey(context)]
    const rows = await rowsOf(context)
    const rejected = 'Choose the file with that key.'
    // This happens before the change of the key, in its place, and once it is done.
    await expect(rotateKeyCommand.run(context, ['--old', foreign])).rejects.toThrow(rejected)
    const changed = withKey(context, 5)
    await expect(rotateKeyCommand.run(changed, ['--old', foreign])).rejects.toThrow(rejected)
    expect(await rowsOf(context)).toEqual(rows)
    await rotateKeyCommand.run(changed, ['--old', kept])
    await expect(rotateKeyCommand.run(changed, ['--old', foreign])).rejects.toThrow(rejected)

    const { publicKeys } = await readProof(context.config)
    const foreignKeys = openKeys({ secretKey: { file: foreign } })
    expect(await modelKeysCommand.run(changed, [])).not.toContain(createModelKey(foreignKeys).publicKey.trim())
    expect(publicKeys).toEqual([(await auditKeyCommand.run(context, [])).split('\n')[0]])
    expect(await errorsOfCodes(changed)).toEqual(fine)
  },
)

test('a file that is missing, empty or too short for a key is rejected', async () => {
  const { context } = await withFactor()
  const kept = keepKey(context)
  const changed = withKey(context, 5)
  const rows = await rowsOf(context)
  await expect(rotateKeyCommand.run(changed, ['--old', `${kept}.no`])).rejects.toThrow('There is no')
  for (const content of ['', readFileSync(kept, 'utf8').slice(0, 30)]) {
    writeFileSync(kept, content)
    await expect(rotateKeyCommand.run(changed, ['--old', kept])).rejects.toThrow('at least 32 random bytes')
  }
  expect(await rowsOf(context)).toEqual(rows)
})

test('a lost key is replaced once the host of the console was repeated, and what it encrypted remains unreadable', async () => {
  const { context, email, errorsOfCodes } = await withFactor()
  const lost = (to: Context, ...args: string[]) => rotateKeyCommand.run(to, ['--lost', ...args])
  await expect(lost(context)).rejects.toThrow('it is not lost')
  const kept = keepKey(context)
  const changed = withKey(context, 5)
  const rows = await rowsOf(context)
  const { host } = new URL(context.config.publicUrl)
  const named = new RegExp(`apps.*${email}[^]*Recovery codes.*${email}[^]*Nothing was changed.*--console ${host}`)
  await expect(lost(changed)).rejects.toThrow(named)
  await expect(lost(changed, '--console', 'another.example.org')).rejects.toThrow(named)
  await expect(lost(changed, '--old', 'file')).rejects.toThrow(/--old FILE is required|Choose the file/)
  expect(await rowsOf(context)).toEqual(rows)

  expect(await lost(changed, '--console', host)).toContain(email)
  await adoptKey(changed)
  await expect(adoptKey(context)).rejects.toThrow('Put that key back')
  expect(await errorsOfCodes(changed)).toEqual([
    expect.stringContaining('can no longer check your authenticator codes'),
    expect.stringContaining('That recovery code isn’t correct'),
  ])
  // The former key is found, and proves itself by what it decrypts.
  await expect(rotateKeyCommand.run(changed, ['--old', writeForeignKey(context)])).rejects.toThrow(
    /--old FILE is required|Choose the file/,
  )
  expect(await rotateKeyCommand.run(changed, ['--old', kept])).toContain('re-encrypted: 1.')
  expect(await errorsOfCodes(changed)).toEqual(fine)
})

test(
  'after the loss of the key every model is signed with the new one, and no other key is published',
  { tags: 'postgres' },
  async () => {
    const app = await startFilesApp()
    await uploadFirst(app.session, 'model.gguf', ggufOf(1_000))
    await finishHashing(app)
    await signVersions(app.context)
    const changed = withKey(app.context, 5)
    const { host } = new URL(changed.config.publicUrl)
    await rotateKeyCommand.run(changed, ['--lost', '--console', host])
    expect(await verifyModelsCommand.run(changed, [])).toBe('1 version verified. 1 signed.')
    expect((await modelKeysCommand.run(changed, [])).match(/^# \w+/gm)).toEqual([
      `# ${createModelKey(changed.keys).id}`,
    ])
  },
)

test('after a change of the master key single sign-on sessions continue, and a sign-on in progress starts again', async () => {
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
  expect(await rotate()).toContain('Single sign-on sessions re-encrypted: 1.')
  expect(await rotate()).not.toContain('Single sign-on sessions')

  const rejected = await late.finish(answer)
  expect([rejected.statusCode, rejected.json().error.message]).toEqual([404, expect.stringContaining('Start again.')])
  for (let n = 0; n < 2; n += 1) {
    testApp.advance(5 * 60_000)
    await checkSignOnSessions(context, { warn: () => undefined } as never)
    expect((await browser.me()).statusCode).toBe(200)
  }
})
