import { getFile } from '../../src/features/files/versions/store.ts'
import { fileCalls } from './files.ts'
import { withToken } from '../service-accounts.ts'
import type { SampleCalls, World } from './sample-call.ts'

const url = '/v1/service-accounts'

export const serviceAccountCalls: SampleCalls = {
  'GET /machine/v1/models/:type/versions/:version': async (world) => ({
    url: await publishedPrompt(world),
    headers: (await withToken(world.testApp, ['models:read'])).headers,
  }),
  'GET /v1/service-accounts': async (world) => {
    await account(world)
    return { url, cookies: world.boss.cookies }
  },
  'POST /v1/service-accounts': async ({ boss: { cookies } }) => ({
    url,
    cookies,
    body: { name: 'Ingest', scopes: ['users:write'], networks: ['192.0.2.0/24'] },
  }),
  'PATCH /v1/service-accounts/:id': async (world) => ({
    url: `${url}/${(await account(world)).id}`,
    cookies: world.boss.cookies,
    body: { name: 'Intake' },
  }),
  'DELETE /v1/service-accounts/:id': async (world) => ({
    url: `${url}/${(await account(world)).id}`,
    cookies: world.boss.cookies,
  }),
  'POST /v1/service-accounts/:id/takeover': async (world) => ({
    url: `${url}/${(await account(world)).id}/takeover`,
    cookies: world.boss.cookies,
  }),
  'POST /v1/service-accounts/:id/tokens': async (world) => ({
    url: `${url}/${(await account(world)).id}/tokens`,
    cookies: world.boss.cookies,
    body: {},
  }),
  'DELETE /v1/service-accounts/:id/tokens/:tokenId': async (world) => {
    const { id, tokenId } = await account(world)
    return { url: `${url}/${id}/tokens/${tokenId}`, cookies: world.boss.cookies }
  },
}

async function publishedPrompt(world: World): Promise<string> {
  const { url } = (await fileCalls['GET /v1/files/:id/versions/:version/download']?.(world)) ?? { url: '' }
  const [, id = ''] = /files\/([^/]+)/.exec(url) ?? []
  const { currentVersion } = await getFile(world.testApp.context.db, id)
  await world.testApp.context.db
    .updateTable('fileVersions')
    .set({ sha256: '0'.repeat(64) })
    .where('sha256', 'is', null)
    .execute()
  return `/machine/v1/models/txt/versions/${currentVersion}`
}

const account = ({ testApp }: World) => withToken(testApp, ['users:write'])
