import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { verifyAuditLog } from '../core/audit/verify.ts'
import { uploadsDirectory } from '../features/patients/import/uploads-folder.ts'
import { type AppProcess, startAppProcess } from '../../testing/processes/app-process.ts'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { signedIn } from '../../testing/factories.ts'
import { faultRounds, nextKill } from '../../testing/processes/fault-rounds.ts'
import { sampleCalls } from '../../testing/sample-calls/all-calls.ts'
import type { SampleCall } from '../../testing/sample-calls/sample-call.ts'
import { startFakeProvider } from '../../testing/sign-on/fake-provider.ts'
import { signOnSettings } from '../../testing/sign-on/test-browser.ts'
import { createStateReader, describeChange } from '../../testing/engines/stored-state.ts'

const killer = fileURLToPath(new URL('../../testing/engines/kill-before-statement.ts', import.meta.url))
const changes = Object.keys(sampleCalls).filter((name) => !name.startsWith('GET '))
/** The request writes to many tables. */
const one = 'POST /v1/admins/access/revoke'
const names = faultRounds > 10 ? changes : [one]

test.each(names)(
  '%s, killed before any of its statements, leaves either both the change and its audit entry or neither',
  async (name) => {
    const provider = await startFakeProvider()
    const settings = signOnSettings(provider.issuer)
    const testApp = await buildTestApp(settings)
    const boss = await signedIn(testApp, { role: 'super_admin', email: 'boss@example.org' })
    const world = { testApp, provider, boss }
    const readState = await createStateReader(testApp)
    const read = async () => ({ state: await readState(), log: await verifyAuditLog(testApp.context.db) })

    let isAnswered = false
    for (let statement = 1; !isAnswered; statement = nextKill(statement)) {
      const sample = await sampleCalls[name]?.(world)
      if (!sample) throw new Error(`${name} has no sample call`)
      const server = await startAppProcess(testApp, ['--import', killer], settings)
      const ended = once(server.child, 'exit')
      const before = await read()
      isAnswered = await call(server, name, sample, statement)
      // Work that continues after the response is killed too.
      if (isAnswered) await Promise.race([sample.settle?.(), ended])
      else await forgetImport(testApp)
      const after = await read()
      const change = describeChange(before.state.filter(isOfRequest), after.state.filter(isOfRequest))
      const isLogged = after.log.rows > before.log.rows
      expect({ statement, change, isLogged }).toEqual({ statement, change, isLogged: change !== '' })
      expect(after.log.brokenAt).toBe(null)
      expect(isAnswered && !isLogged).toBe(false)
    }
  },
)

/** The first upload puts the ownership marker into the storage, which may stay without an upload and is not logged. */
const isOfRequest = (line: string) => !/^bucket_state |(^|\/)console-owner[. ]/.test(line)

/** @returns false if the server was killed */
async function call(
  { origin, child }: AppProcess,
  name: string,
  { url, cookies = {}, headers, body }: SampleCall,
  statement: number,
): Promise<boolean> {
  const exited = once(child, 'exit')
  const isJson = body !== undefined && !Buffer.isBuffer(body)
  const answer = await fetch(`${origin}${url}`, {
    method: name.split(' ')[0] ?? '',
    headers: {
      'x-kill-before-statement': String(statement),
      cookie: Object.entries(cookies)
        .map(([key, value]) => `${key}=${value}`)
        .join('; '),
      ...(isJson && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: isJson ? JSON.stringify(body) : ((body as Uint8Array<ArrayBuffer> | undefined) ?? null),
  }).catch(() => undefined)
  if (!answer) await exited
  else if (!answer.ok) throw new Error(`${name} was rejected: ${answer.status} ${await answer.text()}`)
  return answer !== undefined
}

/** State that a dead server leaves until the sweep, or until its lease ends. */
async function forgetImport({ context: { db, config } }: TestApp): Promise<void> {
  rmSync(uploadsDirectory(config.dataDir), { recursive: true, force: true })
  await db.updateTable('patientTableState').set({ leaseEndsAtMs: 0 }).where('runningImportId', 'is not', null).execute()
}
