import { writeFileSync } from 'node:fs'
import path from 'node:path'
import pino from 'pino'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/build-app.ts'
import { signedIn } from '../../../testing/factories.ts'
import { keptMails } from '../../../testing/mail/mails.ts'
import { byServer } from '../../core/audit/entry.ts'
import { verifyAuditCommand } from '../../commands/audit-commands.ts'
import { signAuditLog } from './sign-audit-log.ts'

const quiet = pino({ level: 'silent' })
const dayMs = 24 * 3_600_000

test(
  'each super admin is emailed one checkpoint per week, which verifies the audit log, however many replicas there are',
  { tags: 'postgres' },
  async () => {
    const testApp = await buildTestApp({ AUDIT_CHECKPOINT_MAIL: '1' })
    const { context, advance } = testApp
    await signedIn(testApp, { role: 'super_admin', email: 'boss@example.org' })
    await signedIn(testApp, { role: 'super_admin', email: 'chief@example.org' })
    await signedIn(testApp, { role: 'admin', email: 'ada@example.org' })
    await context.audit.write([{ ...byServer, action: 'users.list', subjects: [] }])
    const replicas = () => Promise.all([1, 2, 3].map(() => signAuditLog(context, quiet)))
    const checkpointMails = async () => (await keptMails(testApp)).filter(({ kind }) => kind === 'audit-checkpoint')
    await replicas()
    const mails = await checkpointMails()
    expect(mails.map(({ to }) => to).sort()).toEqual(['boss@example.org', 'chief@example.org'])

    const file = path.join(context.config.dataDir, 'mail.txt')
    for (const text of [mails[0]?.text, mails[0]?.html.replaceAll(/<[^>]+>/g, '')]) {
      writeFileSync(file, text ?? '')
      expect(await verifyAuditCommand.run(context, ['--against', file])).toContain('The audit log is intact')
    }
    advance(6 * dayMs)
    await replicas()
    expect(await checkpointMails()).toHaveLength(2)
    advance(dayMs)
    await replicas()
    expect(await checkpointMails()).toHaveLength(4)
  },
)

test('without the setting no checkpoint is emailed', async () => {
  const testApp = await buildTestApp()
  await signedIn(testApp, { role: 'super_admin', email: 'boss@example.org' })
  await signAuditLog(testApp.context, quiet)
  expect(await keptMails(testApp)).toEqual([])
})
