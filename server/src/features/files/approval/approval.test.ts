import { makeGguf } from '@health-console/formats/samples/make-gguf.ts'
import { expect, test } from 'vitest'
import { signedIn } from '../../../../testing/factories.ts'
import { keptMails } from '../../../../testing/mail/mails.ts'
import {
  approve,
  finishHashing,
  listFiles,
  sha256,
  submitPrompt,
  startFilesApp,
  uploadFirst,
  uploadNext,
} from '../../../../testing/files/files-app.ts'
import { publishCommand } from './publish-command.ts'

const two = { PUBLISHING: 'two' }
const message = (answer: { json(): { error: { message: string } } }) => answer.json().error.message

test('[files-14] an upload awaits approval, is not served meanwhile, and becomes current when another admin approves it', async () => {
  const app = await startFilesApp(two)
  const { session, testApp, context } = app
  const other = await signedIn(testApp, { fullName: 'Bo Second' })
  const answer = await uploadFirst(session, 'prompt.txt', Buffer.from('Be kind.'))
  expect(answer.statusCode).toBe(202)
  expect(answer.json()).toMatchObject({
    type: 'txt',
    version: 1,
    state: 'awaiting_approval',
    replaces: 0,
    isCurrent: false,
  })
  const url = `/v1/files/${answer.json().fileId}/versions/1`
  const seen = { sha256: sha256(Buffer.from('Be kind.')), replaces: 0 }

  expect(await listFiles(session)).toEqual([])
  const { besides, publishing } = (await session.call('GET', '/v1/files')).json().data
  expect(besides).toMatchObject([{ version: 1, state: 'awaiting_approval', uploadedBy: { fullName: 'Ada Lovelace' } }])
  expect(publishing).toEqual({ needsTwo: true, eligible: 2 })
  for (const path of ['download', 'text']) expect((await other.call('GET', `${url}/${path}`)).statusCode).toBe(409)

  const setHash = (known: string | null) => context.db.updateTable('fileVersions').set({ sha256: known }).execute()
  await setHash(null)
  expect(message(await other.call('POST', `${url}/approval`, seen))).toMatch(/checksum is still being calculated/)
  await setHash(seen.sha256)
  expect((await session.call('POST', `${url}/approval`, seen)).statusCode).toBe(403)
  expect(message(await other.call('POST', `${url}/approval`, seen))).toBe(
    'Open the prompt before you approve this version.',
  )
  const review = async () => (await other.call('GET', `${url}/review`)).json().data
  expect(await review()).toMatchObject({ current: null, texts: [{ template: null, isOpened: false }] })
  const opened = await other.call('POST', `${url}/opened-texts`, { template: null })
  expect(opened.json()).toEqual({ data: { text: 'Be kind.' } })
  expect(await review()).toMatchObject({ texts: [{ template: null, isOpened: true }] })
  const wrong = { ...seen, sha256: sha256(Buffer.from('other')) }
  expect((await other.call('POST', `${url}/approval`, wrong)).statusCode).toBe(409)
  expect(message(await other.call('POST', `${url}/approval`, { ...seen, replaces: 1 }))).toMatch(/Review it again/)

  const approved = await other.call('POST', `${url}/approval`, seen)
  expect(approved.json()).toMatchObject({
    version: 1,
    uploadedBy: { fullName: 'Ada Lovelace' },
    approvedBy: { fullName: 'Bo Second' },
  })
  expect((await other.call('GET', `${url}/download`)).statusCode).toBe(200)
  expect((await other.call('POST', `${url}/approval`, seen)).statusCode).toBe(409)
  const mails = (await keptMails(testApp)).filter(({ kind }) => kind === 'model-file')
  expect(mails.map(({ to }) => to)).toEqual([other.admin.email])
})

test('each chat template of a model must have been opened, in any version', async () => {
  const app = await startFilesApp(two)
  const other = await signedIn(app.testApp)
  const templates = { '': '{{ messages }}', tool_use: '{{ tools }}' }
  const content = Buffer.from(makeGguf({ templates }))
  const first = (await uploadFirst(app.session, 'a.gguf', content)).json()
  await finishHashing(app)
  const url = `/v1/files/${first.fileId}/versions/1`
  const seen = { sha256: sha256(content), replaces: 0 }
  await other.call('POST', `${url}/opened-texts`, { template: '' })
  expect(message(await other.call('POST', `${url}/approval`, seen))).toBe(
    'Open “tool_use” before you approve this version.',
  )
  expect((await other.call('POST', `${url}/opened-texts`, { template: 'no' })).statusCode).toBe(404)
  await other.call('POST', `${url}/opened-texts`, { template: 'tool_use' })
  const published = (await other.call('POST', `${url}/approval`, seen)).json()

  await uploadNext(app.session, published, 'b.gguf', Buffer.from(makeGguf({ templates, seed: 2 })))
  const { texts } = (await other.call('GET', `/v1/files/${first.fileId}/versions/2/review`)).json().data
  expect(texts).toEqual(Object.keys(templates).map((template) => ({ template, isOpened: true })))
})

test('a rejected version keeps its number, and its uploader is told the reason', async () => {
  const app = await startFilesApp(two)
  const { session, testApp } = app
  const other = await signedIn(testApp, { fullName: 'Bo Second' })
  const first = await submitPrompt(app, session, 'Be kind.')
  expect((await other.call('POST', `${first.url}/rejection`, { reason: ' ' })).statusCode).toBe(400)
  const reason = 'It is too short.'
  expect((await other.call('POST', `${first.url}/rejection`, { reason })).statusCode).toBe(204)
  expect(message(await approve(other, first))).toBe('Version 1 was rejected. Its history shows by whom and why.')
  const rejection = (await keptMails(testApp)).find(({ to }) => to === session.admin.email)
  expect(rejection?.text).toMatch(/“It\s+is\s+too\s+short\.”/)
  const next = await submitPrompt(app, session, 'Be kind and short.')
  expect(next.version).toBe(2)
  expect((await approve(other, next)).json()).toMatchObject({ version: 2 })
  const { data } = (await other.call('GET', `${first.url.replace('/1', '')}`)).json()
  expect(data).toMatchObject([
    { version: 2, state: 'published', decisions: [{ decision: 'approve', by: { fullName: 'Bo Second' } }] },
    { version: 1, state: 'rejected', decisions: [{ decision: 'reject', reason }] },
  ])
})

test('a version awaiting approval is replaced by a later one, and by going back', async () => {
  const app = await startFilesApp(two)
  const { session, testApp } = app
  const other = await signedIn(testApp)
  await approve(other, await submitPrompt(app, session, 'One.'))
  const [file] = await listFiles(session)
  if (!file) throw new Error('No file')
  const published = (await approve(other, await submitPrompt(app, session, 'Two.', file))).json()
  const third = await submitPrompt(app, session, 'Three.', published)
  const fourth = await submitPrompt(app, session, 'Four.', published)
  expect(message(await approve(other, third))).toMatch(/^Another version has replaced version 3/)
  const back = { reason: 'It was better.', replaces: 2 }
  expect((await session.call('POST', `/v1/files/${file.id}/versions/4/restore`, back)).statusCode).toBe(409)
  expect((await session.call('POST', `/v1/files/${file.id}/versions/1/restore`, back)).json().version).toBe(5)
  expect((await approve(other, fourth)).statusCode).toBe(409)
})

test('a system administrator who gives a reason publishes without approval, and all super admins are emailed', async () => {
  const app = await startFilesApp(two)
  const { session, testApp, context } = app
  const ready = async () => (await testApp.app.inject('/readyz')).json()
  expect(await ready()).toMatchObject({ status: 'degraded', approvers: false })
  const { version } = await submitPrompt(app, session, 'Be kind.')
  const args = ['--alone', '--type', 'txt', '--version', String(version)]
  await expect(publishCommand.run(context, args)).rejects.toThrow(/--reason/)
  expect(await publishCommand.run(context, [...args, '--reason', 'The other admin is ill.'])).toMatch(/is current now/)
  expect(await listFiles(session)).toMatchObject([{ version, approvedBy: null }])
  const mails = (await keptMails(testApp)).filter(({ kind }) => kind === 'model-file')
  expect(mails).toMatchObject([{ to: session.admin.email, text: expect.stringContaining('The other admin is ill.') }])
  await signedIn(testApp)
  expect(await ready()).toMatchObject({ status: 'ok', approvers: true })
})
