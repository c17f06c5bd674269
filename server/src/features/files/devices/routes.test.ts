import { expect, test } from 'vitest'
import { ggufOf, sha256, startFilesApp, uploadFirst, uploadNext } from '../../../../testing/files/files-app.ts'
import { withToken } from '../../../../testing/service-accounts.ts'
import { endAccess } from '../../../operations/backup/end-access.ts'
import { insertDecision } from '../versions/decisions-store.ts'
import { hashVersions } from '../signing/hash-versions.ts'

const list = '/machine/v1/models'

async function withModel(content = ggufOf(50_000)) {
  const app = await startFilesApp()
  app.testApp.freeze()
  const { headers, id: accountId } = await withToken(app.testApp, ['models:read'])
  const get = (url: string, more: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    app.testApp.app.inject({ method, url, headers: { ...headers, ...more } })
  const release = async () => (await get(list)).json().release as number
  const empty = await release()
  const file = (await uploadFirst(app.session, 'model.gguf', content)).json()
  await hashVersions(app.context)
  return { ...app, get, release, empty, file, content, accountId, url: `${list}/gguf/versions/1` }
}

test('the number of an offer rises with each change, also if the clock stands still or a backup is restored', async () => {
  const { testApp, context, session, origin, get, release, empty, file, content, url } = await withModel()
  const first = await get(list)
  const offered = {
    type: 'gguf',
    version: 1,
    filename: 'model.gguf',
    size: content.length,
    sha256: sha256(content),
    url: origin + url,
  }
  expect(first.json()).toEqual({
    release: empty + 1,
    models: [{ ...offered, signatureUrl: `${origin}${url}/signature` }],
  })
  const etag = String(first.headers['etag'])
  for (const name of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
    const same = await get(list, { 'if-none-match': name })
    expect([same.statusCode, same.body, same.headers['etag']]).toEqual([304, '', etag])
  }
  testApp.advance(5_000)
  expect(await release()).toBe(empty + 1)
  expect((await get(`${url}/signature`)).json().mediaType).toContain('sigstore.bundle')
  testApp.advance(5_000)
  await uploadNext(session, file, 'model.gguf', ggufOf(60_000, 2))
  await hashVersions(context)
  const changed = await Promise.all(Array.from({ length: 5 }, () => get(list, { 'if-none-match': etag })))
  expect(new Set(changed.map((answer) => answer.body)).size).toBe(1)
  expect(changed[0]?.json()).toMatchObject({ release: context.now(), models: [{ version: 2 }] })

  await context.db.transaction().execute((transaction) => endAccess(transaction, context.now()))
  const { headers } = await withToken(testApp, ['models:read'])
  const restored = await testApp.app.inject({ url: list, headers })
  expect(restored.json().release).toBe(context.now() + 1)
})

test('[service-accounts-8] a version is offered once its hash is known, and a withdrawn one returns the reason', async () => {
  const { context, get, file, url } = await withModel()
  const { db } = context
  await db.updateTable('fileVersions').set({ sha256: null }).execute()
  expect((await get(list)).json().models).toEqual([])
  const current = `${list}/gguf/current`
  for (const each of [url, current, `${url}/signature`]) {
    const answer = await get(each)
    expect([answer.statusCode, answer.json().error.message]).toEqual([
      409,
      'Version 1’s checksum is still being calculated. Try again in a few minutes.',
    ])
  }
  await db
    .updateTable('fileVersions')
    .set({ sha256: 'ab'.repeat(32), state: 'withdrawn' })
    .execute()
  const withdrawal = { fileId: file.id, number: 1, decision: 'withdraw', adminId: null, decidedAtMs: 0 } as const
  await db.transaction().execute((transaction) => insertDecision(transaction, { ...withdrawal, reason: 'Wrong units' }))
  expect((await get(list)).json().models).toEqual([])
  for (const each of [url, current]) {
    const answer = await get(each)
    expect([answer.statusCode, answer.json().error.code, answer.json().error.message]).toEqual([
      410,
      'gone',
      'Version 1 was withdrawn: Wrong units',
    ])
  }
  expect((await get(`${list}/onnx/current`)).statusCode).toBe(404)
  expect((await get(`${list}/gguf/versions/2`)).statusCode).toBe(404)
  expect((await get(`${list}/gguf/versions/latest`)).statusCode).toBe(400)
})

test('[service-accounts-7] the whole file, a range, HEAD and 304 have consistent headers', async () => {
  const { get, content, url } = await withModel()
  const hash = sha256(content)
  const etag = `"${hash}"`
  const same = {
    etag,
    'repr-digest': `sha-256=:${Buffer.from(hash, 'hex').toString('base64')}:`,
    'accept-ranges': 'bytes',
    'model-version': '1',
    'model-size': String(content.length),
    'cache-control': 'private, max-age=31536000, immutable',
  }
  const part = { range: 'bytes=1000-1999' }
  const answers = {
    whole: await get(url),
    range: await get(url, part),
    sameRange: await get(url, { ...part, 'if-range': etag }),
    otherRange: await get(url, { ...part, 'if-range': '"older"' }),
    weakRange: await get(url, { ...part, 'if-range': `W/${etag}` }),
    head: await get(url, {}, 'HEAD'),
    headRange: await get(url, part, 'HEAD'),
    unchanged: await get(url, { ...part, 'if-none-match': etag }),
  }
  for (const [name, { headers }] of Object.entries(answers)) expect.soft(headers, name).toMatchObject(same)
  const facts = Object.entries(answers).map(([name, { statusCode, headers, rawPayload }]) => [
    name,
    statusCode,
    headers['content-length'],
    rawPayload.length,
  ])
  const size = content.length
  expect(facts).toEqual([
    ['whole', 200, String(size), size],
    ['range', 206, '1000', 1000],
    ['sameRange', 206, '1000', 1000],
    ['otherRange', 200, String(size), size],
    ['weakRange', 200, String(size), size],
    ['head', 200, String(size), 0],
    ['headRange', 200, String(size), 0],
    ['unchanged', 304, undefined, 0],
  ])
  expect(answers.range.rawPayload.equals(content.subarray(1000, 2000))).toBe(true)
  const behind = await get(url, { range: `bytes=${size}-` })
  expect([behind.statusCode, behind.headers['content-range']]).toEqual([416, `bytes */${size}`])
})

test('the URL of the current version is on this host, whatever the request contains', async () => {
  const { get } = await withModel()
  for (const query of ['', '?redirect=1']) {
    const answer = await get(`${list}/gguf/current${query}`, { host: 'evil.example.org', 'x-forwarded-host': 'evil' })
    const { location, 'cache-control': cached } = answer.headers
    expect([answer.statusCode, location, cached]).toEqual([307, `${list}/gguf/versions/1${query}`, 'no-store'])
  }
})

test('a URL of one account gives no access to another without the scope, to an admin, or to anyone else', async () => {
  const { testApp, session, url } = await withModel()
  const writer = await withToken(testApp, ['users:write', 'reports:write'])
  for (const each of [list, url, `${list}/gguf/current`]) {
    const rejected = await testApp.app.inject({ url: each, headers: writer.headers })
    expect([rejected.statusCode, rejected.headers['www-authenticate']]).toEqual([
      403,
      'Bearer error="insufficient_scope", scope="models:read"',
    ])
    expect((await testApp.app.inject({ url: each, cookies: session.cookies })).statusCode).toBe(401)
    expect((await testApp.app.inject({ url: each })).statusCode).toBe(401)
  }
})

test('downloads of a version by an account lead to one entry immediately, and one with their number at the end of the minute', async () => {
  const { testApp, context, get, url, file, accountId } = await withModel()
  for (let n = 0; n < 4; n += 1) await get(url, { range: `bytes=${n}-${n}` })
  await get(url, {}, 'HEAD')
  await testApp.app.close()
  const entries = await context.db
    .selectFrom('auditEvents')
    .select(['actorId', 'subjects', 'count', 'address'])
    .where('action', '=', 'models.pull')
    .orderBy('sequence')
    .execute()
  const pull = { actorId: accountId, subjects: JSON.stringify([`file:${file.id}`, `version:${file.id}/1`]) }
  expect(entries).toEqual([
    { ...pull, count: 1, address: '127.0.0.1' },
    { ...pull, count: 3, address: null },
  ])
})
