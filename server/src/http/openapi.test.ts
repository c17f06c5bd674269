import { expect, test } from 'vitest'
import { buildTestApp } from '../../testing/build-app.ts'
import { isApi, withDeclaredRoutes } from '../../testing/declared-routes.ts'
import { version } from '../core/settings/version.ts'

type Document = {
  info: { version: string }
  paths: Record<string, Record<string, { operationId: string }>>
  components: object
}

test('the document matches the reviewed snapshot', async () => {
  const { app } = await buildTestApp()
  const response = await app.inject({ method: 'GET', url: '/openapi.json' })
  expect(response.statusCode).toBe(200)
  expect(response.headers['content-type']).toContain('application/json')
  const document = response.json<Document>()
  expect(document.info.version).toBe(version)
  document.info.version = 'X'
  await expect(`${toLines(document)}\n`).toMatchFileSnapshot('./openapi.snapshot.txt')
})

test('objects with several fields are defined once, under a name', async () => {
  const { app } = await buildTestApp()
  const document = (await app.inject({ method: 'GET', url: '/openapi.json' })).json<Document>()
  const inFull = objectsIn(document).map((object) => JSON.stringify(object))
  expect(inFull.filter((object, index) => inFull.indexOf(object) < index)).toEqual([])
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

/** JSON in which everything that fits into a line is on one line. */
function toLines(value: unknown, indent = ''): string {
  const line = JSON.stringify(value)
  if (!isBranch(value) || indent.length + line.length <= 100) return line
  const deeper = `${indent}  `
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const items = Object.entries(value).map(
    ([key, item]) => `${deeper}${Array.isArray(value) ? '' : `${JSON.stringify(key)}: `}${toLines(item, deeper)}`,
  )
  return `${open}\n${items.join(',\n')}\n${indent}${close}`
}

/** The schemas of objects with at least four fields. */
function objectsIn(branch: object): object[] {
  const here = 'properties' in branch && isBranch(branch.properties) && Object.keys(branch.properties).length >= 4
  return [...(here ? [branch] : []), ...Object.values(branch).filter(isBranch).flatMap(objectsIn)]
}

const isBranch = (value: unknown): value is object => typeof value === 'object' && value !== null
