// Whether response times distinguish known from unknown email addresses: sign-in and forgot-password
import { insertAdmin } from '../server/src/features/staff/admins/store.ts'
import type { Database } from '../server/src/core/database/open.ts'
import { createPasswordHasher } from '../server/src/core/crypto/password-hasher.ts'
import { startServerProcess } from '../server/testing/processes/server-process.ts'
import { onEachEngine, withDatabase } from './support/engines.ts'
import { describeTimes } from './support/times.ts'

const each = 400
const calls = {
  login: (email: string) => ({ email, password: 'Wrong-password-1' }),
  'forgot-password': (email: string) => ({ email }),
}

await onEachEngine(async (engine, database) => {
  await withDatabase(database, addAdmins)
  const server = await startServerProcess(database, { TRUST_PROXY: '1' })
  try {
    for (const call of ['login', 'forgot-password'] as const) {
      const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
      for (let n = 0; n < each; n += 1) {
        // The two alternate, so that other load on the machine affects both equally.
        for (const kind of n % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
          const body = calls[call](`${kind}${n}@example.org`)
          times[kind].push(await timeCall(server.url, call, body, `10.0.${n >> 8}.${n & 255}`))
        }
      }
      console.log(`${engine} ${call}, known:   ${describeTimes(times.known)}`)
      console.log(`${engine} ${call}, unknown: ${describeTimes(times.unknown)}`)
      const share = chanceThatLonger(times.known, times.unknown)
      console.log(
        `${engine} ${call}: a known e-mail takes longer in ${(share * 100).toFixed(1)} % of pairs (50 % shows nothing)`,
      )
    }
  } finally {
    await server.stop()
  }
})

async function addAdmins({ db }: Database): Promise<void> {
  const passwordHash = await createPasswordHasher(1).hash('Copper-lantern-9')
  const nowMs = Date.now()
  for (let n = 0; n < each; n += 1) {
    await insertAdmin(db, { email: `known${n}@example.org`, fullName: 'Ada', role: 'admin', passwordHash, nowMs })
  }
}

async function timeCall(url: string, call: string, body: object, ip: string): Promise<number> {
  const startedAt = performance.now()
  const answer = await fetch(`${url}/v1/auth/admin/${call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': ip },
    body: JSON.stringify(body),
  })
  await answer.arrayBuffer()
  const tookMs = performance.now() - startedAt
  if (![204, 401].includes(answer.status)) throw new Error(`${call} answered ${answer.status}`)
  return tookMs
}

/**
 * The share of pairs in which the first value is greater, counting ties as half: how often an outsider who compares
 * response times would guess right.
 */
function chanceThatLonger(first: readonly number[], second: readonly number[]): number {
  let wins = 0
  for (const a of first) for (const b of second) wins += a > b ? 1 : a === b ? 0.5 : 0
  return wins / (first.length * second.length)
}
