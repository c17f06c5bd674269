// @module-tag postgres

import { expect, onTestFinished, test, vi } from 'vitest'
import { freshDatabase } from '../../../../testing/engines/engines.ts'
import { createClock } from '../clock.ts'
import { openDatabase } from '../open.ts'

test('a machine whose clock is wrong uses the database’s clock, also after it has been corrected', async () => {
  const fresh = await freshDatabase()
  const database = openDatabase(fresh)
  const machine = vi.spyOn(Date, 'now')
  onTestFinished(async () => {
    machine.mockRestore()
    await database.close()
    await fresh.remove()
  })
  const right = () => performance.timeOrigin + performance.now()
  const wrongByMs = 16 * 60_000
  machine.mockImplementation(() => Math.round(right() + wrongByMs))
  const clock = await createClock(database)
  expect(Math.abs(clock.now() - right())).toBeLessThan(wrongByMs / 4)
  machine.mockImplementation(() => Math.round(right()))
  await clock.adjust()
  expect(clock.offsetMs()).toBe(0)
})
