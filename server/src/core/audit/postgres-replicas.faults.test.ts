import { randomInt } from 'node:crypto'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../testing/build-app.ts'
import { databaseSettings } from '../../../testing/engines/database-settings.ts'
import { signedIn } from '../../../testing/factories.ts'
import { faultRounds } from '../../../testing/processes/fault-rounds.ts'
import { type LaunchedServer, launchServer } from '../../../testing/processes/server-process.ts'
import { readKeys } from './known-keys.ts'
import { readProof } from './proof-files.ts'
import { verifyAuditLog } from './verify.ts'

const replicas = ['a', 'b', 'c', 'd']
const rounds = faultRounds > 10 ? faultRounds * 4 : 1
const callsOfRound = 30
const clients = 6

test('four servers on one database, under load and repeatedly killed, never make the audit log look changed', async () => {
  const testApp = await buildTestApp()
  const { cookies } = await signedIn(testApp, { role: 'admin' })
  const cookie = Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')
  const servers = await Promise.all(replicas.map((name) => startReplica(testApp, name)))
  onTestFinished(async () => {
    await Promise.all(servers.map((server) => server.end('SIGKILL')))
  })

  for (let round = 0; round < rounds; round += 1) {
    const victim = round % replicas.length
    const dieAfter = randomInt(callsOfRound)
    const signal = round % 5 === 4 ? 'SIGTERM' : 'SIGKILL'
    const loads = servers.map((server, index) =>
      load(server, cookie, index === victim ? { dieAfter, signal } : undefined),
    )
    // This happens while the replicas write.
    const verdicts = [await verify(testApp)]
    await Promise.all(loads)
    servers[victim] = await startReplica(testApp, replicas[victim] ?? '')
    verdicts.push(await verify(testApp))
    for (const verdict of verdicts) expect({ round, ...verdict }).toMatchObject({ round, damage: null, rejected: [] })
  }

  await Promise.all(servers.map((server) => server.end('SIGTERM')))
  const { rows, damage, provenTo } = await verify(testApp)
  expect({ damage, provenTo }).toEqual({ damage: null, provenTo: rows })
  expect(rows).toBeGreaterThan(rounds * callsOfRound)
})

/** The real server, with its own folder. */
async function startReplica({ context }: TestApp, name: string): Promise<LaunchedServer> {
  const settings = {
    ...databaseSettings(context.config),
    DATA_DIR: folderOf(context.config.dataDir, name),
    PUBLIC_URL: context.config.publicUrl,
  }
  const server = await launchServer({ ...settings, MAIL_DELIVERY: 'off', LOG_LEVEL: 'silent' })
  await server.ready()
  return server
}

const folderOf = (dataDir: string, name: string) => path.join(dataDir, `replica-${name}`)

/** Lists users. @param end the signal that the server receives after this many responses */
async function load(
  server: LaunchedServer,
  cookie: string,
  end?: { dieAfter: number; signal: 'SIGKILL' | 'SIGTERM' },
): Promise<void> {
  let sent = 0
  let answered = 0
  let died: Promise<unknown> | undefined
  const client = async () => {
    while (sent < callsOfRound) {
      sent += 1
      const answer = await fetch(`${server.url}/v1/users`, { headers: { cookie } }).catch(() => undefined)
      if (answer && answer.status !== 200) throw new Error(`answered ${answer.status}: ${await answer.text()}`)
      await answer?.text().catch(() => '')
      answered += 1
      if (end && answered >= end.dieAfter) died ??= server.end(end.signal)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  await died
}

/** Verifies as a system administrator would, with the checkpoints of all four replicas. */
async function verify({ context }: TestApp) {
  const { config, db } = context
  const folders = replicas.map((name) => path.join(folderOf(config.dataDir, name), 'audit-proof'))
  const proofs = await Promise.all(folders.map((auditProofDir) => readProof({ auditProofDir })))
  const checkpoints = proofs.flatMap((proof) => proof.checkpoints)
  return verifyAuditLog(db, { checkpoints, verifierKeys: await readKeys(context) })
}
