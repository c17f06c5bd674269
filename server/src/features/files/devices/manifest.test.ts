import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { openKeys } from '../../../core/crypto/keys.ts'
import { endAccess } from '../../../operations/backup/end-access.ts'
import { rotateKeyCommand } from '../../../operations/master-key/rotate-key.ts'
import { signedIn } from '../../../../testing/factories.ts'
import {
  finishHashing,
  ggufOf,
  listFiles,
  sha256,
  startFilesApp,
  uploadFirst,
  uploadNext,
} from '../../../../testing/files/files-app.ts'
import { withToken } from '../../../../testing/service-accounts.ts'
import { startReplica } from '../../../../testing/sessions/replica.ts'
import { modelKeysCommand } from '../signing/commands.ts'
import { isInPart } from '../signing/verify-model.mjs'

const verifierFile = fileURLToPath(new URL('../signing/verify-model.mjs', import.meta.url))
const url = '/machine/v1/models/manifest'
const anHour = 3_600_000
const aDay = 24 * anHour

/** A console with a model, and a device in a folder of its own. */
async function start() {
  const app = await startFilesApp()
  const { testApp, session } = app
  const content = ggufOf(1_000, 1)
  const file = (await uploadFirst(session, 'one.gguf', content)).json()
  let { headers } = await withToken(testApp, ['models:read'])
  const get = (more: Record<string, string> = {}, from = testApp.app, method: 'GET' | 'HEAD' = 'GET') =>
    from.inject({ method, url, headers: { ...headers, ...more } })
  const folder = mkdtempSync(path.join(tmpdir(), 'console-device-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const place = (name: string, text: string | Buffer) => {
    writeFileSync(path.join(folder, name), text)
    return path.join(folder, name)
  }
  const keys = place('keys.pem', await modelKeysCommand.run(testApp.context, []))
  const device = 'device-1'
  /** What the device does with a manifest. */
  const verify = (envelope: string, ...more: string[]) => {
    const files = ['--manifest', place('manifest.json', envelope), '--state', path.join(folder, 'state')]
    const options = [...files, '--device', device, ...more, keys]
    const { status, stdout, stderr } = spawnSync(process.execPath, [verifierFile, ...options], { encoding: 'utf8' })
    return { status, stderr: stderr.trim(), ...(stdout !== '' && { run: JSON.parse(stdout).models }) }
  }
  const read = async (from = testApp.app) => {
    const { body } = await get({}, from)
    const { payload } = JSON.parse(body)
    return { envelope: body, payload, ...JSON.parse(Buffer.from(payload, 'base64').toString()) }
  }
  const publish = (version: number, seed: number, offerTo?: number) =>
    uploadNext(session, { id: file.id, version: version - 1 }, `${seed}.gguf`, ggufOf(1_000, seed), offerTo)
  const newToken = async () => void ({ headers } = await withToken(testApp, ['models:read']))
  return { ...app, content, file, get, place, verify, read, publish, newToken, keys, folder, device }
}

const olderThan = (known: number) =>
  expect.stringMatching(new RegExp(`and this device knows ${known}: it is older\\.$`))

test('[files-25] the manifest says what to run, with the same bytes on each replica, and is signed once an hour', async () => {
  const app = await start()
  const { testApp, content, get, read, verify } = app
  testApp.freeze()
  const replica = await startReplica(testApp)
  const first = await get()
  const described = { version: 1, fileName: 'one.gguf', size: content.length, sha256: sha256(content) }
  const manifest = await read()
  const issuedAt = Math.floor(testApp.context.now() / anHour) * anHour
  expect(manifest).toMatchObject({
    console: new URL(testApp.context.config.publicUrl).host,
    models: { gguf: described },
    withdrawn: [],
    number: expect.any(Number),
  })
  expect([Date.parse(manifest.issuedAt), Date.parse(manifest.expiresAt)]).toEqual([issuedAt, issuedAt + 25 * anHour])
  expect(first.headers).toMatchObject({
    'content-type': expect.stringContaining('application/vnd.dsse.envelope.v1+json'),
    'cache-control': 'private, no-cache',
  })
  expect((await get()).body).toBe(first.body)
  const other = await get({}, replica)
  expect([other.headers.etag, other.json().payload]).toEqual([first.headers.etag, first.json().payload])
  const same = await get({ 'if-none-match': String(first.headers.etag) })
  expect([same.statusCode, same.body]).toEqual([304, ''])
  const head = await get({}, testApp.app, 'HEAD')
  expect([head.statusCode, head.headers.etag, head.body]).toEqual([200, first.headers.etag, ''])
  expect(verify(first.body)).toEqual({ status: 0, stderr: '', run: { gguf: { ...described, why: 'current' } } })
  testApp.advance(anHour)
  const later = await read()
  expect([later.number, Date.parse(later.issuedAt)]).toEqual([manifest.number, issuedAt + anHour])
  expect((await get()).headers.etag).not.toBe(first.headers.etag)
})

test('the number grows with every change, also after a restore and a change of key, and no older manifest is accepted', async () => {
  const app = await start()
  const { testApp, session, file, read, verify, publish } = app
  testApp.freeze()
  const numbers: number[] = []
  const earlier: string[] = []
  const step = async () => {
    const { number, envelope } = await read()
    expect(number).toBeGreaterThan(numbers.at(-1) ?? -1)
    expect(verify(envelope).status).toBe(0)
    for (const old of earlier) expect(verify(old)).toEqual({ status: 1, stderr: olderThan(number) })
    numbers.push(number)
    earlier.push(envelope)
  }
  await step()
  expect((await publish(2, 2, 5)).statusCode).toBe(200)
  await finishHashing(testApp)
  await step()
  const path = `/v1/files/${file.id}/versions/2`
  await session.call('POST', `${path}/offer`, { percent: 25 })
  await step()
  await session.call('POST', `${path}/withdrawal`, { reason: 'Wrong units' })
  await step()
  expect((await publish(2, 3)).statusCode).toBe(200)
  await step()
  // A restore brings back rows of an earlier day.
  await testApp.context.db.transaction().execute((transaction) => endAccess(transaction, testApp.context.now()))
  await app.newToken()
  await step()
})

test('after a change of key, a device without the new key rejects the manifest, and one with it knows a higher number', async () => {
  const app = await start()
  const { testApp, verify, read, place } = app
  const before = await read()
  expect(verify(before.envelope).status).toBe(0)
  const { context } = testApp
  const { file } = context.config.secretKey
  const kept = place('old.key', readFileSync(file))
  writeFileSync(file, Buffer.alloc(32, 5).toString('base64'))
  const changed = { ...context, keys: openKeys(context.config) }
  await rotateKeyCommand.run(changed, ['--old', kept])
  const replica = await startReplica({ ...testApp, context: changed })
  const after = await read(replica)
  expect(after.number).toBeGreaterThan(before.number)
  expect(verify(after.envelope)).toEqual({ status: 1, stderr: expect.stringContaining('signed with another key') })
  place('keys.pem', await modelKeysCommand.run(changed, []))
  expect(verify(after.envelope).status).toBe(0)
})

test('a device learns whether its model is the one to run, another one, or withdrawn, also by an expired manifest', async () => {
  const app = await start()
  const { testApp, session, file, read, publish, verify, place, device } = app
  const [one, two] = [place('one.gguf', ggufOf(1_000, 1)), place('two.gguf', ggufOf(1_000, 2))]
  expect(verify((await read()).envelope, '--type', 'gguf', one).status).toBe(0)
  expect(verify((await read()).envelope, '--type', 'onnx', one).status).toBe(5)
  expect((await publish(2, 2, 50)).statusCode).toBe(200)
  await finishHashing(testApp)
  const [own, other] = isInPart(device, { type: 'gguf', version: 2, percent: 50 }) ? [two, one] : [one, two]
  const { envelope } = await read()
  expect(verify(envelope, '--type', 'gguf', own)).toMatchObject({ status: 0 })
  expect(verify(envelope, '--type', 'gguf', other)).toMatchObject({
    status: 5,
    stderr: 'This is not the gguf model that this device should run.',
  })
  await session.call('POST', `/v1/files/${file.id}/versions/2/withdrawal`, { reason: 'Wrong units' })
  const stopped = { status: 4, stderr: 'This model was withdrawn (gguf version 2). Stop using it.' }
  const current = (await read()).envelope
  expect(verify(current, '--type', 'gguf', two)).toMatchObject(stopped)
  expect(verify(current, '--type', 'gguf', one)).toMatchObject({ status: 0, run: { gguf: { version: 1 } } })
  testApp.advance(-2 * aDay)
  await app.newToken()
  expect(verify((await read()).envelope, '--type', 'gguf', two)).toMatchObject({ ...stopped, run: {} })
  expect(await listFiles(await signedIn(testApp))).toMatchObject([{ version: 1 }])
})

test('withdrawn content that is published again is not in the manifest', async () => {
  const { testApp, session, file, read, publish, verify, place } = await start()
  expect((await publish(2, 2)).statusCode).toBe(200)
  const withdrawal = { reason: 'Wrong units', goBackTo: 1 }
  expect((await session.call('POST', `/v1/files/${file.id}/versions/2/withdrawal`, withdrawal)).statusCode).toBe(200)
  expect((await publish(4, 2)).statusCode).toBe(200)
  await finishHashing(testApp)
  const { envelope, models } = await read()
  expect(models.gguf).toMatchObject({ version: 3, sha256: sha256(ggufOf(1_000, 1)) })
  const again = place('again.gguf', ggufOf(1_000, 2))
  expect(verify(envelope, '--type', 'gguf', again)).toMatchObject({ status: 4, run: { gguf: { version: 3 } } })
  expect((await publish(5, 2, 50)).statusCode).toBe(200)
  await finishHashing(testApp)
  expect((await read()).models.gguf).toEqual(models.gguf)
})
