// @module-tag postgres

import { expect, onTestFinished, test, vi } from 'vitest'
import { buildTestApp } from '../../testing/build-app.ts'

const minute = 60_000

test('/readyz reports a database clock that is more than five minutes off, logs it once, and requests still work', async () => {
  const { app, logLines } = await buildTestApp()
  const machine = vi.spyOn(Date, 'now')
  onTestFinished(() => machine.mockRestore())
  const right = () => performance.timeOrigin + performance.now()
  const isClockRight = async (aheadMs: number) => {
    machine.mockImplementation(() => Math.round(right() + aheadMs))
    const { statusCode, body } = await app.inject('/readyz')
    const { status, clock } = JSON.parse(body)
    return [statusCode, status, clock]
  }
  expect(await isClockRight(0)).toEqual([200, 'ok', true])
  expect(await isClockRight(-4 * minute)).toEqual([200, 'ok', true])
  for (const aheadMs of [-6 * minute, 6 * minute, 40 * 24 * 60 * minute])
    expect(await isClockRight(aheadMs)).toEqual([200, 'degraded', false])
  expect(await isClockRight(4 * minute)).toEqual([200, 'ok', true])
  expect(logLines.map((line) => JSON.parse(line)).filter(({ check }) => check === 'clock')).toMatchObject([
    { level: 'warn', works: false, reason: expect.stringContaining('more than five minutes') },
    { level: 'info', works: true },
  ])
})
