import { expect, test } from 'vitest'
import { buildTestApp } from '../../testing/build-app.ts'
import { isApi, withDeclaredRoutes } from '../../testing/declared-routes.ts'
import { version } from '../settings/version.ts'

type Document = { info: { version: string }; paths: Record<string, Record<string, { operationId: string }>> }

test('the document matches the reviewed snapshot', async () => {
  const { app } = await buildTestApp()
  const response = await app.inject({ method: 'GET', url: '/openapi.json' })
  expect(response.statusCode).toBe(200)
  expect(response.headers['content-type']).toContain('application/json')
  const document = response.json<Document>()
  expect(document.info.version).toBe(version)
  document.info.version = 'X'
  await expect(`${JSON.stringify(document, null, 2)}\n`).toMatchFileSnapshot('./openapi.snapshot.txt')
})

test('[api-9] every route of the API is in the document once, with a unique name', async () => {
  const { testApp, routes } = await withDeclaredRoutes()
  const { paths } = (await testApp.app.inject({ method: 'GET', url: '/openapi.json' })).json<Document>()
  const described = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
  )
  const served = routes.filter(({ method, url }) => method !== 'HEAD' && isApi(url))
  expect(described.sort()).toEqual(served.map(({ method, url }) => `${method} ${url}`).sort())
  const names = Object.values(paths).flatMap((operations) => Object.values(operations).map((each) => each.operationId))
  expect(new Set(names).size).toBe(names.length)
})
