import { scopes } from '@health-console/contract/staff/scopes.ts'
import { expect, test } from 'vitest'
import { withDeclaredRoutes } from '../../testing/http/declared-routes.ts'
import { signedIn } from '../../testing/factories.ts'
import { withToken } from '../../testing/service-accounts.ts'
import { answersPart, filePart, multipart, namePart, patientsWith, workbook } from '../../testing/patients/upload.ts'
import { makeSheets } from '../../testing/spreadsheet/sheets-workbook.ts'

const long = 'ä"\\\u202e'.repeat(2_000)
const many = Array.from({ length: 1_500 }, (_, index) => index)
/** The longest text that a cell may have. */
const cell = long.repeat(8).slice(0, 32_767)
const longKey = { [long]: long }

/** Values of a field, each of which most schemas reject. */
const values: unknown[] = [
  long,
  longKey,
  [long],
  [longKey],
  many,
  many.map(String),
  many.map(() => longKeyOf(30)),
  Object.fromEntries(many.map((each) => [`${long.slice(0, 30)}${each}`, longKey[long]?.slice(0, 10)])),
]

/** Bodies with several parts, as `[name, value]` or files. */
const forms = [
  [namePart(long), filePart(workbook(patientsWith(1)))],
  [{ name: long, value: 'x' }],
  [{ name: long.slice(0, 90), value: long }],
  [namePart(), answersPart(longKey), filePart(workbook(patientsWith(1)))],
  [namePart(), ...values.map(answersPart).slice(0, 1), filePart(workbook(patientsWith(1)))],
  [namePart(), answersPart({ columns: longKey, units: longKey, sheet: long }), filePart(workbook(patientsWith(1)))],
  [namePart(), answersPart({ words: { sex: longKey } }), filePart(workbook(patientsWith(1)))],
  [namePart(), answersPart({ words: { sex: Object.fromEntries(many.map((each) => [each, each])) } })],
  [namePart(), answersPart(Object.fromEntries(many.map((each) => [`key${each}`, each])))],
  [namePart(), filePart(Buffer.from(long), `${long}.xlsx`)],
  [namePart(), filePart(makeSheets([{ name: 'Ward', rows: [[cell], [cell]] }]))],
  [namePart(), filePart(workbook(patientsWith(40, { 3: { memberId: cell } })))],
  [namePart(), filePart(workbook(patientsWith(40, { 3: { sex: cell, age: cell } })))],
]

type Schema = { $ref?: string; properties?: object }
type Content = Record<string, { schema?: Schema }>
type Operation = { parameters: { name: string; in: string }[]; requestBody?: { content: Content } }
type Document = { paths: Record<string, Record<string, Operation>>; components: { schemas: Record<string, Schema> } }
type Place = { path: string; message: string }
type ErrorAnswer = { error: { message: string; fields?: Place[]; lineErrors?: Place[] } }
type Sent = { url: string; payload?: string | Buffer; headers?: Record<string, string> }

test('[api-19] errors of every route are short, whatever its query, fields and form contain', async () => {
  const { testApp, routes } = await withDeclaredRoutes()
  const document = (await testApp.app.inject('/openapi.json')).json<Document>()
  const machine = await withToken(testApp, [...scopes])
  const wrong: string[] = []
  let rejected = 0
  for (const { method, url } of routes) {
    const path = url.replaceAll(/:(\w+)/g, '{$1}')
    const operation = document.paths[path]?.[method.toLowerCase()]
    if (!operation || method === 'HEAD') continue
    const session = await signedIn(testApp, { role: 'super_admin' })
    for (const { headers, ...request } of requestsTo(document, operation, url)) {
      const answer = await testApp.app.inject({
        method: method as 'POST',
        ...request,
        headers: { ...headers, ...(url.startsWith('/machine/') && machine.headers) },
        ...(!url.startsWith('/machine/') && { cookies: session.cookies }),
      })
      if (answer.statusCode < 400) continue
      rejected += 1
      const { error } = answer.json<ErrorAnswer>()
      const { message, fields = [], lineErrors = [] } = error
      const texts = [message, ...[...fields, ...lineErrors].flatMap((each) => [each.path, each.message])]
      const longest = Math.max(...texts.map((text) => text.length))
      if (longest > 500 || answer.body.length > 10_000)
        wrong.push(`${method} ${url}: ${longest} of ${answer.body.length} ${answer.body.slice(0, 200)}`)
    }
  }
  expect(wrong).toEqual([])
  expect(rejected).toBeGreaterThan(1_000)
})

function requestsTo({ components }: Document, { parameters, requestBody }: Operation, url: string): Sent[] {
  const path = url.replaceAll(/:\w+|\*/g, 'nothing')
  const inUrl = long.slice(0, 2_000)
  const queries = [...parameters.filter((each) => each.in === 'query').map(({ name }) => name), inUrl.slice(0, 1_000)]
  const paths = url === path ? [] : [url.replaceAll(/:\w+|\*/g, encodeURIComponent(inUrl))]
  const content = requestBody?.content ?? {}
  const { $ref = '', ...inline } = content['application/json']?.schema ?? {}
  const { properties = {} } = components.schemas[$ref.split('/').at(-1) ?? ''] ?? inline
  const bodies = [
    ...(content['application/json'] ? [...values, Object.fromEntries(many.map((each) => [`key${each}`, each]))] : []),
    ...Object.keys(properties).flatMap((name) => values.map((value) => ({ [name]: value }))),
  ]
  const lines = content['application/x-ndjson'] ? values.map((value) => `${JSON.stringify(value)}\n`) : []
  return [
    ...paths.map((each) => ({ url: each })),
    ...queries.map((name) => ({ url: `${path}?${encodeURIComponent(name)}=${encodeURIComponent(inUrl)}` })),
    { url: `${path}?${many.map((each) => `k${each}`).join('&')}` },
    ...bodies.map((body) => ({
      url: path,
      payload: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    })),
    ...lines.map((payload) => ({ url: path, payload, headers: { 'content-type': 'application/x-ndjson' } })),
    ...(content['multipart/form-data'] ? forms : []).map((form) => {
      const { body, headers } = multipart(form)
      return { url: path, payload: body, headers }
    }),
  ]
}

function longKeyOf(length: number): object {
  return { [long.slice(0, length)]: long.slice(0, length) }
}
