import { expect, onTestFinished, test } from 'vitest'
import { buildTestApp } from '../../../testing/build-app.ts'
import { createAdmin } from '../../../testing/factories.ts'
import { buildFirstRelease, hasFirstRelease } from '../../../testing/processes/first-release.ts'
import { startServerProcess } from '../../../testing/processes/server-process.ts'
import { insertUsers } from '../../../testing/users/insert-users.ts'
import { byServer } from '../../core/audit/entry.ts'
import { createAuditLog } from '../../core/audit/store.ts'
import { checkAccess } from './check-access.ts'
import { dayMs } from './views.ts'

test.skipIf(!hasFirstRelease())(
  'what a 1.0.0 next to this version erases is deleted from unusual access in the next night (only with the history of git)',
  async () => {
    const { context, ...testApp } = await buildTestApp({ UNUSUAL_ACCESS: 'on' })
    const { db, engine, config, now } = context
    const old = await startServerProcess(config, {}, buildFirstRelease())
    onTestFinished(() => old.kill())
    const reader = await createAdmin({ context, ...testApp })
    const [user] = await insertUsers({ context, ...testApp }, [{ memberId: 'HM-1' }])
    for (let daysAgo = 6; daysAgo > 0; daysAgo -= 1) {
      const audit = createAuditLog(db, engine, () => now() - daysAgo * dayMs)
      const subjects = [`user:${user?.id}` as const]
      await audit.write([{ ...byServer, actorId: reader.id, action: 'user.view', subjects }])
    }
    const check = async () => {
      // The server has just recorded its clock, which counts as steady after a day.
      await db
        .updateTable('reportsKept')
        .set({ sinceMs: now() - 2 * dayMs })
        .execute()
      await checkAccess(context)(new AbortController().signal)
      const findings = await db.selectFrom('accessFindings').select('userId').execute()
      const openings = await db.selectFrom('openings').select('userId').distinct().execute()
      return { findings, openings }
    }
    const found = [{ userId: user?.id }]
    expect(await check()).toEqual({ findings: found, openings: found })

    const erased = await old.call('POST', `/v1/users/${user?.id}/erasure`, { reason: 'Asked for it', memberId: 'HM-1' })
    expect(erased.ok).toBe(true)
    expect(await check()).toEqual({ findings: found, openings: found })
    await db
      .updateTable('accessChecks')
      .set(({ eb }) => ({ checkedDay: eb('checkedDay', '-', 1) }))
      .execute()
    expect(await check()).toEqual({ findings: [], openings: [] })
  },
)
