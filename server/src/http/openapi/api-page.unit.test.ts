import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { errorStatus } from '@health-console/contract/errors.ts'
import { expect, onTestFinished, test } from 'vitest'
import { type DeclaredRoute, withDeclaredRoutes } from '../../../testing/http/declared-routes.ts'
import { isApi } from '../../../testing/http/is-api.ts'
import { createAdmin, testPassword } from '../../../testing/factories.ts'
import { finishHashing, ggufOf, startFilesApp, uploadFirst } from '../../../testing/files/files-app.ts'
import { apiPage, curlExamples, tablesOf } from '../../../testing/http/api-page.ts'
import { withToken } from '../../../testing/service-accounts.ts'
import { insertUsers } from '../../../testing/users/insert-users.ts'

const head = `# API endpoints

A test generates this table from the routes; \`/openapi.json\` describes the request and response bodies. A request that needs a
confirmation is rejected with \`confirm_identity\` unless the admin signed in or confirmed their identity within the last 10 minutes
(decision 012). "Partly" means that it depends on the request. "Counted" means that it is rejected in the same way after an admin was
shown more than \`BULK_PEOPLE\`, \`BULK_REPORTS\`, \`BULK_AUDIT_ROWS\` or \`BULK_DOWNLOADS\` within an hour. The last column is the
action under which the audit log lists the request; a few successful reads are not logged, and some requests have further entries.

| Endpoint | What it does | Who | Confirmation | Logged as |
| --- | --- | --- | --- | --- |
`

const nameOf = ({ method, url }: DeclaredRoute) => `${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`

/** Who may use a route, as a text. */
function callerOf({ permission, anyAdminWith, signed, beforeSecondFactor }: DeclaredRoute): string {
  if (typeof permission === 'object') return permission.machine === 'any' ? 'any token' : `\`${permission.machine}\``
  if (signed) return 'the upload URL'
  if (permission === 'public') return 'anyone'
  const extension = anyAdminWith === undefined ? '' : `; any admin with \`${anyAdminWith}\``
  const early = beforeSecondFactor ? ', also before a required second factor is set up' : ''
  return `${permission === 'super_admin' ? 'super admin' : 'admin'}${extension}${early}`
}

test('[api-16] the page of endpoints lists every endpoint as its route declares it, with a reason', async () => {
  const { routes } = await withDeclaredRoutes()
  const calls = routes
    .filter(({ method, url }) => isApi(url) && method !== 'HEAD')
    .toSorted((a, b) => (`${a.url} ${a.method}` < `${b.url} ${b.method}` ? -1 : 1))
  expect(calls.filter(({ why = '', summary = '' }) => why.trim() === '' || summary.trim() === '')).toEqual([])
  const rows = calls.map((call) => {
    const cells = [
      `\`${nameOf(call)}\``,
      call.summary,
      callerOf(call),
      `${call.sensitivity}: ${call.why}`,
      `\`${call.action}\``,
    ]
    return `| ${cells.join(' | ')} |`
  })
  await expect(`${head}${rows.join('\n')}\n`).toMatchFileSnapshot('../../../../docs/api-calls.md')
})

test('[api-16] the API page lists every error code with its status', () => {
  const listed = tablesOf(apiPage, 'Code').flatMap(([codes = '', statuses = '']) => {
    const each = statuses.split(' / ')
    return codes.split(' / ').map((code, index) => [code.replaceAll('`', ''), Number(each[index] ?? each[0])])
  })
  expect(Object.fromEntries(listed)).toEqual(errorStatus)
})

test('[api-16] each curl example on the API page runs as it is written', async () => {
  const { testApp, session, origin } = await startFilesApp()
  const { email } = await createAdmin(testApp, { role: 'admin' })
  await uploadFirst(session, 'model.gguf', ggufOf(10_000))
  await uploadFirst(session, 'prompt.txt', Buffer.from('Answer in one sentence.\n'))
  await finishHashing(testApp)
  const [user] = await insertUsers(testApp, [{ lastName: 'Curie' }])
  const writes = await withToken(testApp, ['models:read', 'users:write', 'reports:write'])
  const erases = await withToken(testApp, ['users:erase'])
  const reads = await withToken(testApp, ['accesses:read'])
  const tokenFor = (example: string) =>
    (example.includes('-X DELETE') ? erases : example.includes('/accesses') ? reads : writes).token

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
      TOKEN: tokenFor(example),
      ETAG: '"none"',
      ID: user?.id ?? '',
    }
    // Programs other than curl are run if they are installed.
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
