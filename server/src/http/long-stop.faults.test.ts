import { once } from 'node:events'
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { databaseSettings } from '../../testing/engines/database-settings.ts'
import { freshDatabase } from '../../testing/engines/engines.ts'
import { faultRounds } from '../../testing/processes/fault-rounds.ts'
import { launchServer, signInFirstAdmin } from '../../testing/processes/server-process.ts'

/** Under `npm run test:faults`, this is longer than anything in the server waits for its own start. */
const uploadMs = faultRounds > 10 ? 22_000 : 1_000

test('a stop that waits long for an upload completes in order, with the last checkpoint', async () => {
  const database = await freshDatabase()
  const server = await launchServer({ ...databaseSettings(database), MAIL_DELIVERY: 'off' })
  onTestFinished(async () => {
    await server.end('SIGKILL')
    await database.remove()
  })
  await server.ready()
  const cookie = await signInFirstAdmin(server.url)
  const sent = request(`${server.url}/v1/patient-imports`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'multipart/form-data; boundary=x' },
  })
  sent.write('--x\r\ncontent-disposition: form-data; name="file"; filename="table.xlsx"\r\n\r\n')
  const answered = once(sent, 'response')
  await sleep(1_000)
  const ended = server.end('SIGTERM')
  for (let sentMs = 0; sentMs < uploadMs; sentMs += 200) {
    sent.write('x'.repeat(1_000))
    await sleep(200)
  }
  sent.end('\r\n--x--\r\n')
  expect((await answered)[0].statusCode).toBe(400)
  expect(await ended).toBe(0)
  const lines = server
    .output()
    .trimEnd()
    .split('\n')
    .map((line): Record<string, unknown> => JSON.parse(line))
  const stop = lines.slice(lines.findIndex(({ msg }) => msg === 'stopping'))
  expect(stop.filter(({ level }) => level === 'error')).toEqual([])
  expect(stop.filter(({ msg }) => msg === 'a step of the stop is done')).toHaveLength(8)
  expect(JSON.stringify(stop)).toContain('"checkpoint":')
})
