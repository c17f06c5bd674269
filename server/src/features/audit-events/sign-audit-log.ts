import type { FastifyBaseLogger } from 'fastify'
import { createCheckpointSigner } from '../../core/audit/checkpoint.ts'
import { writeCheckpoint } from '../../core/audit/write-checkpoint.ts'
import type { Context } from '../../core/context.ts'
import { checkpointMail } from '../../mail/templates/checkpoint.ts'
import { mailSuperAdmins } from '../staff/admins/mail-super-admins.ts'

const weekMs = 7 * 24 * 3_600_000

/** Signs a checkpoint of the audit log, and emails it to the super admins once a week if the settings ask for it. */
export async function signAuditLog(context: Context, logger: FastifyBaseLogger): Promise<void> {
  const note = await writeCheckpoint(context, logger)
  const { auditCheckpointMail, mail } = context.config
  if (note !== undefined && auditCheckpointMail && mail.method !== 'off') await mailCheckpoint(context, note)
}

/** The lock ensures one email per week, whatever the number of replicas. */
async function mailCheckpoint(context: Context, note: string): Promise<void> {
  const { db, engine, keys, config, now } = context
  const { verifierKey } = createCheckpointSigner(keys, config)
  await db.transaction().execute(async (transaction) => {
    await engine.serialize(transaction, 'checkpoint mail')
    const lately = await transaction
      .selectFrom('outbox')
      .select('id')
      .where('kind', '=', 'audit-checkpoint')
      .where('createdAtMs', '>', now() - weekMs)
      .limit(1)
      .executeTakeFirst()
    if (lately) return
    const content = checkpointMail(config, note, verifierKey)
    await mailSuperAdmins(transaction, context, { kind: 'audit-checkpoint', content })
  })
}
