import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { errorStatus } from '@health-console/contract/errors.ts'
import { expect, onTestFinished, test } from 'vitest'
import { withDeclaredRoutes } from '../../testing/declared-routes.ts'
import { createAdmin, testPassword } from '../../testing/factories.ts'
import { finishHashing, ggufOf, startFilesApp, uploadFirst } from '../../testing/files/files-app.ts'
import { apiPage, curlExamples, documentedCalls, tablesOf } from '../../testing/http/api-page.ts'
import { withToken } from '../../testing/service-accounts.ts'
import { insertUsers } from '../../testing/users/insert-users.ts'

type Schema = { $ref?: string; properties?: object; required?: string[] }
type Document = {
  paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: Schema }> } }>>
  components: { schemas: Record<string, Schema> }
}

/** As it was reviewed: `openapi.test.ts` compares it with the one that is served. */
const document: Document = JSON.parse(readFileSync(new URL('openapi.snapshot.txt', import.meta.url), 'utf8'))
const calls = documentedCalls(apiPage)

function bodyOf(method: string, url: string): Schema {
  const schema = document.paths[url]?.[method.toLowerCase()]?.requestBody?.content['application/json']?.schema
  return (schema?.$ref ? document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] : schema) ?? {}
}

const permissions: Record<string, string> = { anyone: 'public', admin: 'admin', 'super admin': 'super_admin' }

test('[api-16] the tables of the API page name calls that exist, who may call them, and which are sensitive', async () => {
  const { routes } = await withDeclaredRoutes()
  const wrong: string[] = []
  const whoMay = new Map<string, string[]>()
  for (const { method, path: url, who, row } of calls) {
    const name = `${method} ${url}`
    const route = routes.find((each) => each.method === method && each.url === url.replaceAll(/\{(\w+)\}/g, ':$1'))
    if (!route) {
      wrong.push(`${name} does not exist`)
      continue
    }
    const { permission, sensitivity } = route
    if (typeof permission === 'object') {
      if (who !== (permission.machine === 'any' ? 'any' : `\`${permission.machine}\``)) wrong.push(`${name}: ${who}`)
      continue
    }
    const role = permissions[who.replace(/ \*\*S\*\*$| with the link$/, '')] ?? who
    whoMay.set(name, [...(whoMay.get(name) ?? []), role])
    const says = who.endsWith('**S**') ? 'yes' : row.includes('**S**') ? 'partly' : 'no'
    const allowed = { yes: ['yes'], partly: ['yes', 'partly'], counted: ['no'], no: ['no'] }[sensitivity]
    if (!allowed.includes(says)) wrong.push(`${name}: sensitive is ${sensitivity}, and the page says ${says}`)
  }
  for (const [name, roles] of whoMay) {
    const [method, url = ''] = name.split(' ')
    const route = routes.find((each) => each.method === method && each.url === url.replaceAll(/\{(\w+)\}/g, ':$1'))
    const permission = JSON.stringify(route?.permission)
    if (!roles.some((role) => JSON.stringify(role) === permission))
      wrong.push(`${name}: ${roles.join()}, not ${permission}`)
  }
  expect(wrong).toEqual([])
})

test('[api-16] the API page names every call, and the fields of every body', () => {
  const wrong: string[] = []
  for (const { method, path: url, fields = [], row } of calls) {
    const { properties = {}, required = [] } = bodyOf(method, url)
    const named = fields.filter((field) => field !== '…').map((field) => field.replace(/\?$|: .*$/, ''))
    for (const field of named) if (!(field in properties)) wrong.push(`${method} ${url} has no ${field}`)
    for (const field of fields.filter((each) => each.endsWith('?')))
      if (required.includes(field.slice(0, -1))) wrong.push(`${method} ${url} requires ${field}`)
    if (fields.includes('…')) continue
    for (const field of required)
      if (!named.includes(field) && !row.includes(`\`${field}\``)) wrong.push(`${method} ${url} requires ${field}`)
  }
  const known = new Set(calls.map(({ method, path: url }) => `${method} ${url}`))
  for (const [url, operations] of Object.entries(document.paths)) {
    for (const method of Object.keys(operations)) {
      const name = `${method.toUpperCase()} ${url}`
      if (!known.has(name) && !apiPage.includes(`\`${name}`)) wrong.push(`${name} is missing`)
    }
  }
  expect(wrong).toEqual([])
})

test('[api-16] the API page lists every error code with its status', () => {
  const listed = tablesOf(apiPage, 'Code').flatMap(([codes = '', statuses = '']) => {
    const each = statuses.split(' / ')
    return codes.split(' / ').map((code, index) => [code.replaceAll('`', ''), Number(each[index] ?? each[0])])
  })
  expect(Object.fromEntries(listed)).toEqual(errorStatus)
})

test('[api-16] each example with curl on the API page runs as it is written', async () => {
  const { testApp, session, origin } = await startFilesApp()
  const { email } = await createAdmin(testApp, { role: 'admin' })
  await uploadFirst(session, 'model.gguf', ggufOf(10_000))
  await uploadFirst(session, 'prompt.txt', Buffer.from('Answer in one sentence.\n'))
  await finishHashing(testApp)
  const [user] = await insertUsers(testApp, [{ lastName: 'Curie' }])
  const writes = await withToken(testApp, ['models:read', 'users:write', 'reports:write'])
  const erases = await withToken(testApp, ['users:erase'])

  const examples = curlExamples(apiPage)
  expect(examples.length).toBeGreaterThan(4)
  for (const example of examples) {
    const folder = mkdtempSync(path.join(tmpdir(), 'console-api-page-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    writeFileSync(path.join(folder, 'users.ndjson'), '{"id":"u1","lastName":"Curie"}\n')
    const report = { userId: 'u1', report: { reportId: 'r1', generatedAt: 1_767_225_600 } }
    writeFileSync(path.join(folder, 'reports.ndjson'), `${JSON.stringify(report)}\n`)
    const script = example
      .replaceAll(/https:\/\/console\.example(?:\.org)?/g, origin)
      .replaceAll('/versions/3', '/versions/1')
    const env = {
      PATH: process.env['PATH'] ?? '',
      EMAIL: email,
      PASSWORD: testPassword,
      TOKEN: example.includes('-X DELETE') ? erases.token : writes.token,
      ETAG: '"none"',
      ID: user?.id ?? '',
    }
    // Other programs than curl are run where they are installed.
    const prelude = [
      'set -e',
      // The two options exclude each other.
      'curl() { [[ " $* " == *" --fail-with-body "* ]] || set -- --fail "$@"; command curl -sS "$@"; }',
      ...['wget', 'aria2c'].map((program) => `command -v ${program} > /dev/null || ${program}() { :; }`),
    ]
    await promisify(execFile)('bash', ['-c', `${prelude.join('\n')}\n${script}`], { cwd: folder, env })
  }
  const { id } = await testApp.context.db.selectFrom('reports').select('id').executeTakeFirstOrThrow()
  expect(id).toBe('r1')
})
