import { expect, test } from 'vitest'
import { signedIn } from '../../../../testing/factories.ts'
import {
  beginPlanned,
  finishHashing,
  ggufOf,
  listFiles,
  put,
  startFilesApp,
  submitPrompt,
  uploadFirst,
  uploadNext,
} from '../../../../testing/files/files-app.ts'
import { withToken } from '../../../../testing/service-accounts.ts'

const list = '/machine/v1/models'

async function start(environment: Record<string, string> = {}) {
  const app = await startFilesApp(environment)
  const { session, testApp } = app
  const { id } = (await uploadFirst(session, 'one.gguf', ggufOf(1_000, 1))).json()
  const { headers } = await withToken(testApp, ['models:read'])
  const get = (url: string) => testApp.app.inject({ url, headers })
  const offers = async () => (await session.call('GET', '/v1/files')).json().data.offers
  const path = `/v1/files/${id}/versions`
  const publish = async (seed: number, offerTo?: number, uploadId?: string) => {
    const begun = await beginPlanned(session, ggufOf(1_000, seed))
    await put(begun.url, ggufOf(1_000, seed))
    const { version } = (await listFiles(session))[0] ?? { version: 0 }
    const body = { id, version: version + 1, filename: `${seed}.gguf`, uploadId: uploadId ?? begun.upload.id, offerTo }
    return session.call('PATCH', `/v1/files/${id}`, body)
  }
  const decide = (version: number, what: string, body: object) =>
    session.call('POST', `${path}/${version}/${what}`, body)
  /** The numbers of the current version and of the offered one with its percentage, as admins and devices see them. */
  const shown = async () => {
    const [file] = await listFiles(session)
    const offered = (await offers()).map((row: { version: number; offeredTo: number }) => [row.version, row.offeredTo])
    const models = (await get(list)).json().models.map(({ version }: { version: number }) => version)
    const manifest = JSON.parse(Buffer.from((await get(`${list}/manifest`)).json().payload, 'base64').toString())
    const { gguf } = manifest.models
    expect(gguf.version).toBe(file?.version)
    expect(models).toEqual([file?.version])
    expect(gguf.offered ? [[gguf.offered.version, gguf.offered.percent]] : []).toEqual(offered)
    return [file?.version, ...offered]
  }
  return { ...app, id, path, get, offers, publish, decide, shown }
}

const blocked = 'Version 2 is offered to 5 % of devices. Offer it to all, or withdraw it first.'

test('[files-24] a version is offered to a part of the devices, then to more, then to all, under its own number', async () => {
  const app = await start()
  const answer = await app.publish(2, 5)
  expect([answer.statusCode, answer.json().version]).toEqual([200, 1])
  expect(await app.shown()).toEqual([1, [2, 5]])
  expect((await app.get(`${list}/gguf/current`)).headers.location).toBe(`${list}/gguf/versions/1`)
  for (const url of [`${list}/gguf/versions/2`, `${list}/gguf/versions/2/signature`])
    expect((await app.get(url)).statusCode).toBe(200)
  const more = (percent: number) => app.decide(2, 'offer', { percent })
  expect((await more(5)).json().error.message).toBe(
    'Version 2 is already offered to 5 % of devices. Choose a larger part.',
  )
  expect((await app.decide(1, 'offer', { percent: 25 })).statusCode).toBe(409)
  expect((await more(26)).statusCode).toBe(400)
  expect((await more(25)).statusCode).toBe(200)
  expect(await app.shown()).toEqual([1, [2, 25]])
  expect((await more(100)).json()).toMatchObject({ version: 2 })
  expect(await app.shown()).toEqual([2])
  expect((await more(100)).statusCode).toBe(409)
  expect((await app.get(`${list}/gguf/current`)).headers.location).toBe(`${list}/gguf/versions/2`)
  const events = await app.context.db
    .selectFrom('auditEvents')
    .select(['action', 'subjects', 'outcome'])
    .where('action', 'in', ['files.publish', 'files.offer', 'files.offer_all'])
    .where('outcome', '=', 'ok')
    .orderBy('sequence')
    .execute()
  expect(events.map(({ action, subjects }) => [action, JSON.parse(subjects)[1]])).toEqual([
    ['files.publish', `version:${app.id}/1`],
    ['files.publish', `version:${app.id}/2`],
    ['files.offer', `version:${app.id}/2`],
    ['files.offer_all', `version:${app.id}/2`],
  ])
})

test('while a version is offered, no other is published, approved or restored; uploading goes on', async () => {
  const app = await start()
  await app.publish(2, 5)
  const rejected = await app.publish(3)
  expect([rejected.statusCode, rejected.json().error.message]).toEqual([409, blocked])
  const back = await app.decide(1, 'restore', { reason: 'Slow', replaces: 1 })
  expect(back.statusCode).toBe(409)
  // The upload is still there, and is published once the offer has ended.
  const { data } = (await app.session.call('GET', '/v1/file-uploads')).json()
  expect(data).toHaveLength(1)
  expect((await app.decide(2, 'withdrawal', { reason: 'Wrong units' })).statusCode).toBe(200)
  expect(await app.shown()).toEqual([1])
  const body = { id: app.id, version: 2, filename: '3.gguf', uploadId: data[0].id }
  expect((await app.session.call('PATCH', `/v1/files/${app.id}`, body)).json()).toMatchObject({ version: 3 })
  expect((await app.decide(1, 'restore', { reason: 'Slow', replaces: 3, offerTo: 50 })).json()).toMatchObject({
    version: 3,
  })
  expect(await app.shown()).toEqual([3, [4, 50]])
})

test('an offered version replaces the withdrawn current one under its own number, and ends with it if it has the same content', async () => {
  const app = await start()
  await app.publish(2)
  await app.publish(3, 25)
  expect((await app.decide(2, 'withdrawal', { reason: 'Slow', goBackTo: 3 })).json()).toMatchObject({ version: 3 })
  expect(await app.shown()).toEqual([3])
  await app.decide(1, 'restore', { reason: 'Safe', replaces: 3, offerTo: 1 })
  expect(await app.shown()).toEqual([3, [4, 1]])
  expect((await app.decide(1, 'withdrawal', { reason: 'Wrong units' })).statusCode).toBe(200)
  expect(await app.shown()).toEqual([3])
})

test('the first version is offered to all devices, and only to 1, 5, 25 or 50 % of them otherwise', async () => {
  const { session } = await startFilesApp()
  const content = ggufOf(1_000)
  const { url, upload } = await beginPlanned(session, content)
  await put(url, content)
  const publish = (offerTo?: number) =>
    session.call('PATCH', `/v1/files/${upload.fileId}`, { id: upload.fileId, version: 1, filename: 'a.gguf', offerTo })
  expect((await publish(5)).json().error.message).toBe('This is the first version. Offer it to all devices.')
  for (const percent of [0, 2, 99, 100, 5.5, -1]) expect((await publish(percent)).statusCode).toBe(400)
  expect((await publish()).statusCode).toBe(200)
})

test('an approved version is offered to the part that its approver chooses; its uploader cannot', async () => {
  const app = await startFilesApp({ PUBLISHING: 'two' })
  const other = await signedIn(app.testApp, { role: 'super_admin' })
  const approveAs = async (staged: Awaited<ReturnType<typeof submitPrompt>>, offerTo?: number) => {
    await other.call('POST', `${staged.url}/opened-texts`, { template: null })
    return other.call('POST', `${staged.url}/approval`, { ...staged.seen, offerTo })
  }
  expect((await approveAs(await submitPrompt(app, app.session, 'Be kind.'))).statusCode).toBe(200)
  const [file] = await listFiles(app.session)
  const staged = await submitPrompt(app, app.session, 'Be kinder.', file)
  expect((await approveAs(staged, 5)).json()).toMatchObject({ version: 1 })
  const [offer] = (await app.session.call('GET', '/v1/files')).json().data.offers
  expect(offer).toMatchObject({ version: 2, offeredTo: 5, downloads: 0, state: 'published', isCurrent: false })
  const next = await submitPrompt(app, app.session, 'Be kindest.', file)
  expect((await approveAs(next)).json().error.message).toBe(blocked)
})

test('the row of an offer counts the downloads by devices', async () => {
  const app = await start()
  await app.publish(2, 5)
  await finishHashing(app)
  for (let n = 0; n < 3; n += 1) await app.get(`${list}/gguf/versions/2`)
  await app.get(`${list}/gguf/versions/1`)
  expect((await app.offers())[0].downloads).toBe(1)
})

test(
  'an offer of another admin in the meantime is noticed, and two that offer to more at once agree',
  { tags: 'postgres' },
  async () => {
    const app = await start()
    await app.publish(2, 5)
    const other = await signedIn(app.testApp)
    const more = (person: typeof other, percent: number) => person.call('POST', `${app.path}/2/offer`, { percent })
    const answers = await Promise.all([more(app.session, 50), more(other, 50)])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    expect((await more(other, 25)).statusCode).toBe(409)
    expect(await app.shown()).toEqual([1, [2, 50]])
    const next = await uploadNext(other, { id: app.id, version: 1 }, 'x.gguf', ggufOf(1_000, 9))
    expect(next.json().error.message).toBe(blocked.replace('5 %', '50 %'))
  },
)
