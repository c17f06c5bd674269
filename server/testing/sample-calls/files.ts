import { randomUUIDv7 } from 'node:crypto'
import { createAdmin } from '../factories.ts'
import { sha256 } from '../files/files-app.ts'
import { signVersions } from '../../src/features/files/signing/sign-versions.ts'
import type { SampleCalls, World } from './sample-call.ts'

const filename = 'prompt.txt'
const content = Buffer.from('Tell what to do in one sentence.')

export const fileCalls: SampleCalls = {
  'GET /v1/files': async (world) => {
    await publishedPrompt(world)
    return { url: '/v1/files', ...asBoss(world) }
  },
  'POST /v1/files': async (world) => ({
    url: '/v1/files',
    ...asBoss(world),
    body: { filename: 'model.gguf', name: 'Main LLM', size: 1_000 },
  }),
  'PUT /v1/files/:id': async (world) => ({
    url: `/v1/files/${(await publishedPrompt(world)).id}`,
    ...asBoss(world),
    body: { filename, size: content.length },
  }),
  'PATCH /v1/files/:id': async (world) => {
    const { id, version } = await publishedPrompt(world)
    await sendContent(world, (await begin(world, id)).url)
    return { url: `/v1/files/${id}`, ...asBoss(world), body: { id, version: version + 1, filename } }
  },
  'GET /v1/files/:id/versions': async (world) => ({
    url: `/v1/files/${(await publishedPrompt(world)).id}/versions`,
    ...asBoss(world),
  }),
  'GET /v1/files/:id/versions/:version/download': async (world) => {
    const { id, version } = await publishedPrompt(world)
    return { url: `/v1/files/${id}/versions/${version}/download`, ...asBoss(world) }
  },
  'GET /v1/files/:id/versions/:version/signature': async (world) => {
    const { id, version } = await publishedPrompt(world)
    await signVersions(world.testApp.context)
    return { url: `/v1/files/${id}/versions/${version}/signature`, ...asBoss(world) }
  },
  'GET /v1/files/:id/versions/:version/facts': async (world) => {
    const { id, version } = await publishedPrompt(world)
    return { url: `/v1/files/${id}/versions/${version}/facts`, ...asBoss(world) }
  },
  'GET /v1/files/:id/versions/:version/text': async (world) => {
    const { id, version } = await publishedPrompt(world)
    return { url: `/v1/files/${id}/versions/${version}/text`, ...asBoss(world) }
  },
  'POST /v1/files/:id/versions/:version/restore': async (world) => {
    const { id, version } = await publishedPrompt(world)
    const { version: replaces } = await publish(world, id, version + 1)
    const body = { reason: 'It was better.', replaces }
    return { url: `/v1/files/${id}/versions/${version}/restore`, ...asBoss(world), body }
  },
  'GET /v1/files/:id/versions/:version/review': async (world) => {
    const { id, version } = await publishedPrompt(world)
    return { url: `/v1/files/${id}/versions/${version}/review`, ...asBoss(world) }
  },
  'POST /v1/files/:id/versions/:version/opened-texts': async (world) => {
    const { url } = await submittedPrompt(world)
    return { url: `${url}/opened-texts`, ...asBoss(world), body: { template: null } }
  },
  'POST /v1/files/:id/versions/:version/approval': async (world) => {
    const { url, seen } = await submittedPrompt(world)
    await world.boss.call('POST', `${url}/opened-texts`, { template: null })
    return { url: `${url}/approval`, ...asBoss(world), body: seen }
  },
  'POST /v1/files/:id/versions/:version/rejection': async (world) => ({
    url: `${(await submittedPrompt(world)).url}/rejection`,
    ...asBoss(world),
    body: { reason: 'It names the wrong number.' },
  }),
  'POST /v1/files/:id/versions/:version/withdrawal': async (world) => {
    const { id, version } = await publishedPrompt(world)
    const other = await publish(world, id, version + 1, Buffer.from(`Prompt ${version + 1}.`))
    const body = { reason: 'It names the wrong number.', goBackTo: version }
    return { url: `/v1/files/${id}/versions/${other.version}/withdrawal`, ...asBoss(world), body }
  },
  'POST /v1/files/:id/versions/:version/offer': async (world) => {
    const { id, version: current } = await publishedPrompt(world)
    await sendContent(world, (await begin(world, id)).url)
    await publishArrived(world, id, current + 1, 5)
    const [offer] = (await world.boss.call('GET', '/v1/files')).json().data.offers
    return { url: `/v1/files/${id}/versions/${offer.version}/offer`, ...asBoss(world), body: { percent: 100 } }
  },
  'GET /v1/file-uploads': async (world) => {
    await begunUpload(world)
    return { url: '/v1/file-uploads', ...asBoss(world) }
  },
  'GET /v1/file-uploads/:id': async (world) => ({
    url: `/v1/file-uploads/${(await begunUpload(world)).uploadId}`,
    ...asBoss(world),
  }),
  'DELETE /v1/file-uploads/:id': async (world) => {
    const { uploadId, url } = await begunUpload(world)
    await sendContent(world, url)
    return { url: `/v1/file-uploads/${uploadId}`, ...asBoss(world) }
  },
}

const asBoss = ({ boss }: World) => ({ cookies: boss.cookies })

async function publishedPrompt(world: World): Promise<{ id: string; version: number }> {
  // An earlier call may have failed and left its offer, which prevents others from publishing, or its upload, of which
  // each admin may have a few.
  await world.testApp.context.db.updateTable('modelFiles').set({ offeredVersion: null }).execute()
  const uploads = (await world.boss.call('GET', '/v1/file-uploads')).json().data
  for (const { id } of uploads) await world.boss.call('DELETE', `/v1/file-uploads/${id}`)
  const { files } = (await world.boss.call('GET', '/v1/files')).json().data
  const found = files.find(({ type }: { type: string }) => type === 'txt')
  if (found) return found
  const created = await world.boss.call('POST', '/v1/files', { filename, name: 'Prompt file', size: content.length })
  const { file, url } = created.json()
  await sendContent(world, url[0])
  return publishArrived(world, file.id, 1)
}

/** A version of the prompt that another admin has submitted for approval. */
async function submittedPrompt(world: World) {
  const text = Buffer.from(`Answer ${randomUUIDv7()}.`)
  const { id, version: replaces } = await publishedPrompt(world)
  const { context } = world.testApp
  const { id: adminId } = await createAdmin(world.testApp)
  const published = await publish(world, id, replaces + 1, text)
  await context.db
    .updateTable('fileVersions')
    .set({ state: 'awaiting_approval', adminId, replaces })
    .where('number', '=', published.version)
    .where('fileId', '=', id)
    .execute()
  await context.db.updateTable('modelFiles').set({ currentVersion: replaces }).where('id', '=', id).execute()
  return { url: `/v1/files/${id}/versions/${published.version}`, seen: { sha256: sha256(text), replaces } }
}

async function publish(world: World, id: string, version: number, sent = content) {
  await sendContent(world, (await begin(world, id, sent)).url, sent)
  return publishArrived(world, id, version)
}

async function publishArrived({ boss }: World, id: string, version: number, offerTo?: number) {
  return (await boss.call('PATCH', `/v1/files/${id}`, { id, version, filename, offerTo })).json()
}

async function begunUpload(world: World) {
  return begin(world, (await publishedPrompt(world)).id)
}

async function begin({ boss }: World, id: string, sent = content): Promise<{ url: string; uploadId: string }> {
  const { url, upload } = (await boss.call('PUT', `/v1/files/${id}`, { filename, size: sent.length })).json()
  return { url: url[0], uploadId: upload.id }
}

async function sendContent({ testApp }: World, url: string, sent = content): Promise<void> {
  const { pathname, search } = new URL(url)
  const headers = { 'content-type': 'application/octet-stream' }
  await testApp.app.inject({ method: 'PUT', url: pathname + search, headers, body: sent })
}
