// Another program that keeps the embedded database locked for 40 s: probes and pages meanwhile, and until all works again
import { setTimeout as sleep } from 'node:timers/promises'
import { lockFromOutside } from '../server/testing/engines/lock-sqlite.ts'
import { startServerProcess } from '../server/testing/processes/server-process.ts'
import { newDataDir } from './support/folder.ts'
import { describeTimes, time } from './support/times.ts'

const lockedMs = Number(process.env['BENCH_LOCKED_SECONDS'] ?? 40) * 1000
/** `/readyz` and pages without anyone's data write nothing. Each page with data logs that it was read. */
const paths = ['/healthz', '/readyz', '/', '/v1/auth/admin/me', '/v1/users'] as const

const dataDir = newDataDir()
const server = await startServerProcess({ dataDir, databaseUrl: undefined })
try {
  await measure('before', 5_000)
  const { release } = await lockFromOutside(dataDir)
  await measure('locked', lockedMs)
  const releasing = release()
  const took = await time(async () => {
    await releasing
    while (!(await server.call('GET', '/v1/users')).ok) await sleep(10)
  })
  console.log(`from the end of the lock to a page with data: ${took.toFixed(0)} ms`)
} finally {
  await server.stop()
}

/** Requests all paths at once, each again and again. */
async function measure(state: string, durationMs: number): Promise<void> {
  const endsAt = performance.now() + durationMs
  const lines = paths.map(async (path) => {
    const times: number[] = []
    const statuses = new Set<number>()
    while (performance.now() < endsAt) {
      times.push(
        await time(async () => {
          const answer = await server.call('GET', path)
          await answer.text()
          statuses.add(answer.status)
        }),
      )
      await sleep(20)
    }
    return `${state} ${path.padEnd(18)} ${[...statuses].join(' and ')}: ${describeTimes(times)}`
  })
  for (const line of await Promise.all(lines)) console.log(line)
}
