import { signVersions } from '../../src/files/sign-versions.ts'
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
    await publish(world, id, version + 1)
    return { url: `/v1/files/${id}/versions/${version}/restore`, ...asBoss(world) }
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
  const { files } = (await world.boss.call('GET', '/v1/files')).json().data
  const found = files.find(({ type }: { type: string }) => type === 'txt')
  if (found) return found
  const created = await world.boss.call('POST', '/v1/files', { filename, name: 'Prompt file', size: content.length })
  const { file, url } = created.json()
  await sendContent(world, url[0])
  return publishArrived(world, file.id, 1)
}

async function publish(world: World, id: string, version: number) {
  await sendContent(world, (await begin(world, id)).url)
  return publishArrived(world, id, version)
}

async function publishArrived({ boss }: World, id: string, version: number) {
  return (await boss.call('PATCH', `/v1/files/${id}`, { id, version, filename })).json()
}

async function begunUpload(world: World) {
  return begin(world, (await publishedPrompt(world)).id)
}

async function begin({ boss }: World, id: string): Promise<{ url: string; uploadId: string }> {
  const { url, upload } = (await boss.call('PUT', `/v1/files/${id}`, { filename, size: content.length })).json()
  return { url: url[0], uploadId: upload.id }
}

async function sendContent({ testApp }: World, url: string): Promise<void> {
  const { pathname, search } = new URL(url)
  const headers = { 'content-type': 'application/octet-stream' }
  await testApp.app.inject({ method: 'PUT', url: pathname + search, headers, body: content })
}
