import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { expect, test } from 'vitest'
import { startAppProcess } from '../../testing/processes/app-process.ts'
import { withDeclaredRoutes } from '../../testing/http/declared-routes.ts'
import { isApi } from '../../testing/http/is-api.ts'
import { signedIn } from '../../testing/factories.ts'
import { fillForWorst } from '../../testing/main-thread/fill.ts'
import type { Work } from '../../testing/main-thread/measure.ts'
import { worstCalls } from '../../testing/main-thread/worst-calls.ts'
import { sampleCalls } from '../../testing/sample-calls/all-calls.ts'
import type { SampleCall, World } from '../../testing/sample-calls/sample-call.ts'
import { startFakeProvider } from '../../testing/sign-on/fake-provider.ts'
import { signOnSettings } from '../../testing/sign-on/test-browser.ts'

type Figures = { status: number; bytes: number } & Work

/** What a request may take of the main thread, in one turn of the event loop and in all. */
const most = { pieceMs: 50, totalMs: 200, msPerMegabyte: 10 }
const mostRounds = 4

/** Requests whose work grows with what they send, and why they may take longer in all. */
const longer: Record<string, string> = {
  'POST /machine/v1/users': 'up to 5,000 lines, of which others run in between; admission limits how many run at once',
  'POST /machine/v1/reports': 'the same',
}

/** Requests without a sample, and why they need no work. */
const withoutWork: Record<string, string> = {
  'POST /v1/auth/admin/sign-on': 'makes a URL',
  'POST /v1/auth/admin/sign-on/confirm': 'makes a URL',
  'POST /v1/auth/admin/passkey-login/options': 'makes a challenge',
  'POST /v1/auth/admin/confirm/options': 'makes a challenge for one admin’s passkeys',
  'POST /v1/auth/admin/passkeys': 'makes a challenge for one admin’s passkeys',
  'GET /v1/report-models': 'lists the versions of three files',
  'GET /machine/v1/whoami': 'shows the account of the token',
  'POST /v1/patient-imports/preparation': 'starts a thread',
  'POST /v1/files/downloads/preparation': 'counts one use',
  'PUT /v1/file-uploads/:id/content': 'writes to the disk as it arrives; bench/files.ts measures it',
  'PUT /v1/file-uploads/:id/parts/:partNumber': 'writes to the disk as it arrives; bench/files.ts measures it',
  'POST /v1/file-uploads/:id/part-urls': 'signs the URLs of some parts',
  'GET /machine/v1/models': 'lists the versions of three files',
  'GET /machine/v1/models/:type/versions/:version/signature': 'reads one row',
  'GET /machine/v1/models/:type/current/signature': 'leads to the route above',
  'GET /machine/v1/models/manifest': 'reads a row for each published version, and signs the payload once',
  'GET /machine/v1/models/:type/current': 'streams a file, as the download does',
}

test('no request occupies the main thread for long', async () => {
  const provider = await startFakeProvider()
  const settings = signOnSettings(provider.issuer)
  const { testApp, routes } = await withDeclaredRoutes(settings)
  const world = { testApp, provider, boss: await signedIn(testApp, { role: 'super_admin', email: 'boss@example.org' }) }
  await fillForWorst(world)
  const server = await startAppProcess(testApp, ['--expose-gc'], settings)
  const measure = async (method: string, sample: SampleCall): Promise<Figures> => {
    server.child.send('count')
    await once(server.child, 'message')
    const answer = await call(server.origin, method, sample)
    server.child.send('work')
    const [work] = (await once(server.child, 'message')) as [Work]
    return { ...answer, ...work }
  }

  const figures: Record<string, Figures> = {}
  const wrong: string[] = []
  for (const { method, url } of routes.filter((route) => isApi(route.url) && route.method !== 'HEAD')) {
    const name = `${method} ${url}`
    const make = worstCalls[name] ?? sampleCalls[name]
    if (!make && !(name in withoutWork)) wrong.push(`${name} has no sample call`)
    if (!make) continue
    // The first requests of a route compile its code.
    for (let round = 0; round < mostRounds; round += 1) {
      await stayConfirmed(world)
      const sample = await make(world)
      const found = await measure(method, sample)
      await sample.settle?.()
      if (found.status >= 400) wrong.push(`${name} was answered ${found.status}`)
      if (round === 0 || found.longestMs < (figures[name]?.longestMs ?? 0)) figures[name] = found
      if (isWithin(name, found)) break
      if (round === mostRounds - 1) wrong.push(`${name}: ${describe(figures[name] ?? found)}`)
    }
  }
  if (process.env['VERBOSE'])
    for (const [name, each] of Object.entries(figures)) process.stdout.write(`${name}: ${describe(each)}\n`)
  expect(wrong).toEqual([])
}, 900_000)

/** On a busy machine, the test takes longer than a confirmation lasts. */
async function stayConfirmed({ testApp: { context }, boss }: World): Promise<void> {
  const nowMs = context.now()
  const times = { confirmedAtMs: nowMs, lastSeenAtMs: nowMs }
  await context.db.updateTable('sessions').set(times).where('adminId', '=', boss.admin.id).execute()
}

const isWithin = (name: string, { longestMs, totalMs, bytes }: Figures) =>
  longestMs <= most.pieceMs && (name in longer || totalMs <= most.totalMs + (bytes / 1e6) * most.msPerMegabyte)

const describe = ({ status, bytes, longestMs, totalMs, grownMb }: Figures) =>
  `${status}, ${bytes} bytes, ${longestMs.toFixed(1)} ms in one piece, ${totalMs.toFixed(0)} ms in all, ${grownMb.toFixed(0)} MB`

async function call(origin: string, method: string, { url, cookies = {}, headers = {}, body }: SampleCall) {
  const isBytes = body instanceof Buffer
  const cookie = Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')
  // Unlike `fetch`, this waits for as long as a busy machine needs. A connection may end between two measurements.
  const sent = request(`${origin}${url}`, {
    method,
    agent: false,
    headers: { cookie, ...(body && !isBytes && { 'content-type': 'application/json' }), ...headers },
  }).end(isBytes ? body : body && JSON.stringify(body))
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  let bytes = 0
  for await (const chunk of response) bytes += (chunk as Buffer).length
  return { status: response.statusCode ?? 0, bytes }
}
