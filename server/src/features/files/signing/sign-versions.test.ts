import { spawnSync } from 'node:child_process'
import { copyFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleFromJSON, isBundleWithDsseEnvelope, isBundleWithPublicKey } from '@sigstore/bundle'
import { expect, test } from 'vitest'
import { openKeys } from '../../../core/crypto/keys.ts'
import { createModelKey } from './model-key.ts'
import { rotateKeyCommand } from '../../../operations/master-key/rotate-key.ts'
import {
  type FilesApp,
  ggufOf,
  listFiles,
  startFilesApp,
  uploadFirst,
  uploadNext,
} from '../../../../testing/files/files-app.ts'
import { signVersions } from './sign-versions.ts'
import { modelKeysCommand, verifyModelsCommand } from './commands.ts'

const verifierFile = fileURLToPath(new URL('./verify-model.mjs', import.meta.url))

const content = ggufOf(1_000)

async function published() {
  const app = await startFilesApp()
  const { id } = (await uploadFirst(app.session, 'model.gguf', content)).json()
  const url = `/v1/files/${id}/versions/1/signature`
  return { ...app, id, url, signature: () => app.session.call('GET', url) }
}

async function signatureUrls({ session }: FilesApp): Promise<(string | null)[]> {
  const [file] = await listFiles(session)
  const { data } = (await session.call('GET', `/v1/files/${file?.id}/versions`)).json()
  return data.map(({ signatureUrl }: { signatureUrl: string | null }) => signatureUrl)
}

/** What a device does with a downloaded model. */
async function verifyOnDevice({ context }: Pick<FilesApp, 'context'>, model: Buffer, bundle: string) {
  const folder = context.config.dataDir
  const files = ['model.gguf', 'model.gguf.sig', 'model-keys.pem'].map((name) => path.join(folder, name))
  const contents = [model, bundle, await modelKeysCommand.run(context, [])]
  files.forEach((file, index) => writeFileSync(file, contents[index] ?? ''))
  return spawnSync(process.execPath, [verifierFile, ...files], { encoding: 'utf8' })
}

test('[files-15] a version is signed once its hash is known, and a device verifies it', async () => {
  const app = await published()
  const { context, signature } = app
  expect(await signature()).toMatchObject({ statusCode: 200 })
  await context.db.deleteFrom('fileSignatures').execute()
  expect(await signature()).toMatchObject({ statusCode: 404 })
  expect(await signatureUrls(app)).toEqual([null])
  await expect(verifyModelsCommand.run(context, [])).rejects.toThrow(
    'gguf version 1 (model.gguf): it is not signed yet',
  )

  // Servers that sign at the same time store one signature.
  await Promise.all([signVersions(context), signVersions(context)])
  const answer = await signature()
  expect(answer.headers).toMatchObject({
    'content-type': expect.stringContaining('application/vnd.dev.sigstore.bundle.v0.3+json'),
    'content-disposition': expect.stringContaining('attachment; filename="model.gguf.sig"'),
  })
  expect(await signatureUrls(app)).toEqual([`${app.origin}${app.url}`])
  const { id: keyId } = createModelKey(context.keys)
  expect(await verifyOnDevice(app, content, answer.body)).toMatchObject({
    status: 0,
    stdout: `model.gguf: the key ${keyId} signed exactly this file.\n`,
  })
  const changed = Buffer.concat([content, Buffer.from('x')])
  expect(await verifyOnDevice(app, changed, answer.body)).toMatchObject({
    status: 1,
    stderr: 'model.gguf is not what was signed: its content differs.\n',
  })

  // This is an independent reader of the format.
  const read = bundleFromJSON(answer.json())
  expect([isBundleWithDsseEnvelope(read), isBundleWithPublicKey(read)]).toEqual([true, true])
  expect(read.verificationMaterial).toMatchObject({ content: { publicKey: { hint: keyId } } })

  // A withdrawn version is no longer offered.
  const setState = (state: 'awaiting_approval' | 'withdrawn') =>
    context.db.updateTable('fileVersions').set({ state }).execute()
  await setState('withdrawn')
  expect(await signature()).toMatchObject({ statusCode: 404 })
  expect(await signatureUrls(app)).toEqual([null])

  await context.db.deleteFrom('fileSignatures').execute()
  await setState('awaiting_approval')
  await signVersions(context)
  expect(await context.db.selectFrom('fileSignatures').selectAll().execute()).toEqual([])

  const entries = await context.db.selectFrom('auditEvents').selectAll().where('action', '=', 'files.sign').execute()
  expect(entries.map(({ actorId, subjects }) => [actorId, JSON.parse(subjects)])).toEqual([
    [null, [`file:${app.id}`, `version:${app.id}/1`]],
  ])
})

test('verify-models lists the versions that this console has not signed', async () => {
  const app = await published()
  const { context, session } = app
  const [file] = await listFiles(session)
  if (!file) throw new Error('There is no file')
  await uploadNext(session, file, 'model.gguf', ggufOf(1_000, 2))
  await signVersions(context)
  expect(await verifyModelsCommand.run(context, [])).toBe('2 versions verified. 2 signed.')

  const { db } = context
  const signatures = await db.selectFrom('fileSignatures').selectAll().orderBy('number').execute()
  const [first, second] = signatures
  const put = (bundle = '') => db.updateTable('fileSignatures').set({ bundle }).where('number', '=', 2).execute()
  await put(first?.bundle)
  await expect(verifyModelsCommand.run(context, [])).rejects.toThrow(
    /^gguf version 2 \(model\.gguf\): its signature is for another file$/,
  )
  await put(second?.bundle.replace('"sig":"M', '"sig":"N'))
  await expect(verifyModelsCommand.run(context, [])).rejects.toThrow('The signature of the bundle is not valid.')

  // Someone who can write to the database signs with their own key.
  const own = createModelKey({ derive: () => Buffer.alloc(32, 9) })
  await db.insertInto('modelKeys').values({ id: own.id, publicKey: own.publicKey, sinceMs: 1, proof: '0' }).execute()
  await put(second?.bundle.replace(second.keyId, own.id))
  await expect(verifyModelsCommand.run(context, [])).rejects.toThrow(`The bundle is for another key, ${own.id}.`)
  expect(await modelKeysCommand.run(context, [])).not.toContain(own.id)
})

test('after a change of the master key, everything is signed with the new key, and the earlier one stays in the list', async () => {
  const app = await published()
  const { context, testApp, signature } = app
  await signVersions(context)
  const { file } = context.config.secretKey
  const kept = path.join(context.config.dataDir, 'old.key')
  copyFileSync(file, kept)
  writeFileSync(file, Buffer.alloc(32, 5).toString('base64'))
  const changed = { ...context, keys: openKeys(context.config) }
  const [old, current] = [createModelKey(context.keys).id, createModelKey(changed.keys).id]
  testApp.advance(60_000)
  const at = new Date(context.now()).toISOString().slice(0, 16)
  expect(await rotateKeyCommand.run(changed, ['--old', kept])).toContain(`Models are signed with the key ${current}`)

  // A server that has not been restarted does not sign over it.
  await signVersions(context)
  expect((await signature()).json().verificationMaterial.publicKey.hint).toBe(current)
  expect(await verifyModelsCommand.run(changed, [])).toBe('1 version verified. 1 signed.')
  const list = await modelKeysCommand.run(changed, [])
  expect(list.match(/^# .*$/gm)).toEqual([
    expect.stringContaining(`# ${current}, in use since ${at}`),
    expect.stringContaining(`# ${old}, in use since `),
  ])
  expect(await verifyOnDevice({ context: changed }, content, (await signature()).body)).toMatchObject({ status: 0 })
})
