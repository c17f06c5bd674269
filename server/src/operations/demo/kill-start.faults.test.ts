import { setTimeout as sleep } from 'node:timers/promises'
import type { Endpoint } from '@health-console/contract/http/endpoint.ts'
import { listFiles } from '@health-console/contract/files/files.ts'
import { listPatients } from '@health-console/contract/patients/patients.ts'
import { listUsers } from '@health-console/contract/users/users.ts'
import { expect, test } from 'vitest'
import { databaseSettings } from '../../../testing/engines/database-settings.ts'
import { freshDatabase } from '../../../testing/engines/engines.ts'
import { faultRounds } from '../../../testing/processes/fault-rounds.ts'
import { launchServer, type ServerProcess, startServerProcess } from '../../../testing/processes/server-process.ts'

const withDemo = { DEMO: '1' }

test('after a first start that is killed at any point, the next start succeeds and completes the demo', async () => {
  const { startMs, ...undisturbed } = await undisturbedStart()
  expect(undisturbed).toMatchObject({ files: 3 })
  for (let round = 1; round <= faultRounds; round += 1) {
    // The kills are spread over the whole start and shortly after its end.
    expect(await startAfterKill((startMs * 1.2 * (round - 0.5)) / faultRounds)).toEqual(undisturbed)
  }
})

/** Starts it, and measures how long it takes. */
async function undisturbedStart() {
  const database = await freshDatabase()
  const startedAt = performance.now()
  const server = await startServerProcess(database, withDemo)
  const startMs = performance.now() - startedAt
  try {
    return { startMs, ...(await read(server)) }
  } finally {
    await server.stop()
    await database.remove()
  }
}

/** What a second start finds if the first was killed after this time. */
async function startAfterKill(killedAfterMs: number) {
  const database = await freshDatabase()
  try {
    const first = await launchServer({ ...databaseSettings(database), ...withDemo })
    await sleep(killedAfterMs)
    await first.end('SIGKILL')

    const second = await startServerProcess(database, withDemo)
    const found = await read(second)
    await second.stop()
    return found
  } finally {
    await database.remove()
  }
}

async function read({ call }: ServerProcess) {
  const request = async ({ path }: Endpoint): Promise<unknown> => (await call('GET', path)).json()
  return {
    users: listUsers.response.parse(await request(listUsers)).meta.totalAmount,
    patients: listPatients.response.parse(await request(listPatients)).data.meta.totalAmount,
    files: listFiles.response.parse(await request(listFiles)).data.files.length,
  }
}
