import type { TestApp } from '../build-app.ts'
import { attemptOfStranger } from '../../src/staff/throttle/attempts.ts'

/** Blocks an IP address, as fifty failed sign-ins do. */
export async function blockIp({ context }: TestApp, ip: string): Promise<void> {
  const { network = '' } = attemptOfStranger(context, 'nobody@example.org', ip)
  const block = { failures: 50, windowEndsAtMs: context.now() + 15 * 60_000, blockedUntilMs: 0 }
  await context.db
    .insertInto('signInThrottles')
    .values({ bucket: network, ...block })
    .onConflict((conflict) => conflict.column('bucket').doUpdateSet(block))
    .execute()
}
