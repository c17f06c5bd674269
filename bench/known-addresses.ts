// Whether the time of an answer tells known from unknown addresses: sign-in and forgot-password
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import path from 'node:path'
import { insertAdmin } from '../server/src/admins/store.ts'
import { migrate } from '../server/src/database/migrate.ts'
import { openDatabase } from '../server/src/database/open.ts'
import { createPasswordHasher } from '../server/src/passwords/hasher.ts'
import { databaseSettings } from '../server/src/testing/database-settings.ts'
import { freePort } from '../server/src/testing/free-port.ts'
import { type BenchDatabase, onEachEngine } from './support/engines.ts'
import { describeTimes } from './support/times.ts'

const each = 400
const program = path.join(import.meta.dirname, '../server/src/main.ts')
const calls = {
  login: (email: string) => ({ email, password: 'Wrong-password-1' }),
  'forgot-password': (email: string) => ({ email }),
}

await onEachEngine(async (engine, database) => {
  await addAdmins(database)
  const server = await startServer(database)
  try {
    for (const call of ['login', 'forgot-password'] as const) {
      const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
      for (let n = 0; n < each; n += 1) {
        // In turns, so that what else the machine does meets both alike.
        for (const kind of n % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
          times[kind].push(await server.time(call, calls[call](`${kind}${n}@example.org`), `10.0.${n >> 8}.${n & 255}`))
        }
      }
      console.log(`${engine} ${call}, known:   ${describeTimes(times.known)}`)
      console.log(`${engine} ${call}, unknown: ${describeTimes(times.unknown)}`)
      const share = chanceThatLonger(times.known, times.unknown)
      console.log(
        `${engine} ${call}: a known address takes longer in ${(share * 100).toFixed(1)} % of pairs (50 % tells nothing)`,
      )
    }
  } finally {
    await server.stop()
  }
})

async function addAdmins(database: BenchDatabase): Promise<void> {
  const opened = openDatabase(database)
  await migrate(opened)
  const passwordHash = await createPasswordHasher(1).hash('Copper-lantern-9')
  const nowMs = Date.now()
  for (let n = 0; n < each; n += 1) {
    await insertAdmin(opened.db, {
      email: `known${n}@example.org`,
      fullName: 'Ada',
      role: 'admin',
      passwordHash,
      nowMs,
    })
  }
  await opened.close()
}

async function startServer(database: BenchDatabase) {
  const port = await freePort()
  const env = { ...databaseSettings(database), PORT: String(port), DEMO: '0', TRUST_PROXY: '1' }
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, ...env, LOG_LEVEL: 'silent' },
    stdio: 'ignore',
  })
  const url = `http://127.0.0.1:${port}`
  while (!(await fetch(`${url}/readyz`).catch(() => undefined))?.ok) await sleep(100)
  return {
    async time(call: string, body: object, address: string): Promise<number> {
      const startedAt = performance.now()
      const answer = await fetch(`${url}/v1/auth/admin/${call}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
        body: JSON.stringify(body),
      })
      await answer.arrayBuffer()
      const tookMs = performance.now() - startedAt
      if (![204, 401].includes(answer.status)) throw new Error(`${call} answered ${answer.status}`)
      return tookMs
    },
    async stop(): Promise<void> {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** The share of pairs in which the first is greater, ties half: what a stranger who compares two answers would guess by. */
function chanceThatLonger(first: readonly number[], second: readonly number[]): number {
  let wins = 0
  for (const a of first) for (const b of second) wins += a > b ? 1 : a === b ? 0.5 : 0
  return wins / (first.length * second.length)
}
