import { attemptOfStranger } from '../../src/features/staff/throttle/attempts.ts'
import type { TestApp } from '../build-app.ts'
import { fillCounter } from '../engines/fill-counter.ts'

/** Blocks an IP address, as fifty failed sign-ins do. */
export async function blockIp(testApp: TestApp, ip: string): Promise<void> {
  const { network = '' } = attemptOfStranger(testApp.context, 'nobody@example.org', ip)
  await fillCounter(testApp, network, { uses: 50, windowMs: 15 * 60_000 })
}
