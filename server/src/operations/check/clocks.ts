import type { Config } from '../../core/config.ts'
import { createClock } from '../../core/database/clock.ts'
import { fetchHeaders } from '../../core/fetch-bounded.ts'
import { openStorage } from '../../core/storage/open-storage.ts'
import { withDatabase } from './database.ts'
import { failed, ok, type Result } from './finding.ts'

const mayBeOffMs = 5_000
const answerMs = 5_000

/** Compares this machine's clock with those that the console has to agree with. */
export async function lookAtClocks(config: Config): Promise<Result[]> {
  const offsets = new Map<string, number>()
  if (config.databaseUrl !== undefined) {
    const offsetMs = await withDatabase(config, async (database) => (await createClock(database)).offsetMs()).catch(
      () => undefined,
    )
    if (offsetMs !== undefined) offsets.set('PostgreSQL', offsetMs)
  }
  for (const [name, url] of await listServers(config)) {
    const offsetMs = await readOffset(url)
    if (offsetMs !== undefined) offsets.set(name, offsetMs)
  }
  const far = [...offsets].filter(([, offsetMs]) => Math.abs(offsetMs) >= mayBeOffMs)
  if (offsets.size === 0) return [ok('there is no other clock to compare with. Watch the drift: chronyc tracking')]
  if (far.length === 0) return [ok(`agrees with that of ${[...offsets.keys()].join(' and ')}`)]
  return far.map(([name, offsetMs]) =>
    failed(
      `is ${Math.round(Math.abs(offsetMs) / 1_000)} seconds ${offsetMs > 0 ? 'behind' : 'ahead of'} that of ${name}. Synchronise both with NTP`,
    ),
  )
}

async function listServers({ storage, signOn }: Config): Promise<[name: string, url: string][]> {
  const opened = storage.kind === 's3' ? await openStorage(storage).catch(() => undefined) : undefined
  return [
    ...(opened?.kind === 's3' ? [['the file storage', opened.browserOrigin] satisfies [string, string]] : []),
    ...(signOn ? [['the provider', signOn.issuer] satisfies [string, string]] : []),
  ]
}

/** Reads the date of any response, which has whole seconds. An unreachable server is reported by another check. */
async function readOffset(url: string): Promise<number | undefined> {
  try {
    const sentAtMs = Date.now()
    const answer = await fetchHeaders(url, { signal: AbortSignal.timeout(answerMs) })
    const date = Date.parse(answer.headers.get('date') ?? '')
    return Number.isNaN(date) ? undefined : date + 500 - (sentAtMs + Date.now()) / 2
  } catch {
    return undefined
  }
}
