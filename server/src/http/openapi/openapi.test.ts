import { readdirSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/build-app.ts'
import { withDeclaredRoutes } from '../../../testing/http/declared-routes.ts'
import { isApi } from '../../../testing/http/is-api.ts'
import { root } from '../../../testing/processes/server-process.ts'
import { isNamed, namedSchemas } from './names.ts'
import { version } from '../../core/settings/version.ts'

type Operation = { operationId: string; tags: string[]; responses: Record<string, { description: string }> }
type Document = {
  info: { version: string }
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
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

/** Words that say nothing on their own, and units, which follow every description. */
const empty = new Set('a an of the it its is was in to epoch seconds milliseconds bytes iso 8601 utc'.split(' '))
const wordsOf = (text: string) =>
  (
    text
      .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  ).filter((word) => !empty.has(word))

test('no description only repeats the name of what it describes', async () => {
  const { app } = await buildTestApp()
  const parts = describedParts((await app.inject({ method: 'GET', url: '/openapi.json' })).json<Document>())
  const repeating = parts.filter(({ name, description = '' }) => {
    const names = wordsOf(name)
    return wordsOf(description).every((word) => names.includes(word))
  })
  expect(repeating).toEqual([])
})

test('[api-17] every parameter and every property has a description, and units and forms of times are stated', async () => {
  const { app } = await buildTestApp()
  const document = (await app.inject({ method: 'GET', url: '/openapi.json' })).json<Document>()
  const parts = describedParts(document)
  expect(parts.length).toBeGreaterThan(600)
  expect(parts.filter(({ description = '' }) => description === '')).toEqual([])
  const times = parts.filter(({ name }) => /(?:[a-z]At|^at|^since)$/.test(name))
  expect(times.length).toBeGreaterThan(20)
  expect(times.filter((time) => !/ISO 8601|Epoch (?:milli)?seconds/.test(JSON.stringify(time)))).toEqual([])
  const sizes = parts.filter(
    ({ name, description = '' }) => /[sS]ize$|Bytes$|^bytes$/.test(name) && !/entries|rows/.test(description),
  )
  expect(sizes.filter((size) => !JSON.stringify(size).includes('Bytes.'))).toEqual([])
})

test('[api-17] every response says what it is, and every operation has a tag', async () => {
  const { app } = await buildTestApp()
  const document = (await app.inject({ method: 'GET', url: '/openapi.json' })).json<Document>()
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
  const tags = document.tags.map(({ name }) => name)
  expect(operations.filter(({ tags: own }) => own.length !== 1 || !tags.includes(own[0] ?? ''))).toEqual([])
  expect(tags.filter((tag) => !operations.some(({ tags: own }) => own.includes(tag)))).toEqual([])
  const successes = operations.flatMap(({ responses }) => responses['200'] ?? [])
  expect(successes.filter(({ description }) => description.length < 5)).toEqual([])
})

test('the document has a tag, with which it is sent once, and is compressed', async () => {
  const { app } = await buildTestApp()
  const url = '/openapi.json'
  const plain = await app.inject({ method: 'GET', url })
  const { etag } = plain.headers
  expect(plain.headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'Accept-Encoding' })
  const again = await app.inject({ method: 'GET', url, headers: { 'if-none-match': String(etag) } })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  const gzipped = await app.inject({ method: 'GET', url, headers: { 'accept-encoding': 'br, gzip' } })
  expect(gzipped.headers).toMatchObject({ 'content-encoding': 'gzip', etag: `W/${etag}` })
  expect(gunzipSync(gzipped.rawPayload).toString()).toBe(plain.body)
  expect(gzipped.rawPayload.length).toBeLessThan(plain.body.length / 4)
})

test('each object, union and list of values that the contract exports has its name in the document', async () => {
  const folder = path.join(root, 'contract/src')
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!test|\.d)\.ts$/.test(name),
  )
  const exported = await Promise.all(names.map((name) => import(path.join(folder, name)) as Promise<object>))
  const unnamed = exported
    .flatMap((module) => Object.entries(module))
    .filter(([, value]) => isNamed(value) && namedSchemas.get(value) === undefined)
  expect(unnamed.map(([name]) => name)).toEqual([])
})

type Part = { name: string; description?: string }

/** The parameters and properties of a document, wherever they are. */
function describedParts(branch: object): Part[] {
  const { properties } = branch as { properties?: object }
  const own = isBranch(properties)
    ? Object.entries(properties).flatMap(([name, value]) => (isBranch(value) ? [{ ...value, name }] : []))
    : []
  const parameter = 'in' in branch && 'schema' in branch && 'name' in branch ? [branch as Part] : []
  return [...own, ...parameter, ...Object.values(branch).filter(isBranch).flatMap(describedParts)]
}

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
