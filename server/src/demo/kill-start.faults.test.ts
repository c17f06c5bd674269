import { setTimeout as sleep } from 'node:timers/promises'
import type { Endpoint } from '@health-console/contract/endpoint.ts'
import { listFiles } from '@health-console/contract/files.ts'
import { listPatients } from '@health-console/contract/patients.ts'
import { listUsers } from '@health-console/contract/users.ts'
import { expect, test } from 'vitest'
import { databaseSettings } from '../../testing/database-settings.ts'
import { freshDatabase } from '../../testing/engines.ts'
import { faultRounds } from '../../testing/fault-rounds.ts'
import { launchServer, startServerProcess } from '../../testing/server-process.ts'

const withDemo = { DEMO: '1' }

test(
  'after a first start that is killed at any moment the next start succeeds and completes the demo',
  { timeout: 120_000 + faultRounds * 60_000 },
  async () => {
    const undisturbed = await firstStart(0)
    expect(undisturbed).toMatchObject({ files: 3 })
    for (let round = 1; round <= faultRounds; round += 1) {
      // Spread over the whole start and shortly after its end.
      const found = await firstStart((undisturbed.startMs * 1.2 * (round - 0.5)) / faultRounds)
      expect({ ...found, startMs: 0 }).toEqual({ ...undisturbed, startMs: 0 })
    }
  },
)

/** What a second start finds when the first was killed after a time. Also returns how long an unkilled start takes. */
async function firstStart(killedAfterMs: number) {
  const database = await freshDatabase()
  try {
    const first = await launchServer({ ...databaseSettings(database), ...withDemo })
    const startedAt = performance.now()
    if (killedAfterMs === 0) await first.ready()
    else await sleep(killedAfterMs)
    const startMs = performance.now() - startedAt
    await first.end('SIGKILL')

    const second = await startServerProcess(database, withDemo)
    const read = async ({ path }: Endpoint): Promise<unknown> => (await second.call('GET', path)).json()
    const found = {
      startMs,
      users: listUsers.response.parse(await read(listUsers)).meta.totalAmount,
      patients: listPatients.response.parse(await read(listPatients)).data.meta.totalAmount,
      files: listFiles.response.parse(await read(listFiles)).data.files.length,
    }
    await second.stop()
    return found
  } finally {
    await database.remove()
  }
}
