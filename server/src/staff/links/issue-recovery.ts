import type { Context } from '../../context.ts'
import { hashToken, newToken } from '../../crypto/token.ts'
import type { Transaction } from '../../database/tables.ts'
import type { AdminsTable } from '../../database/tables/staff.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { passwordResetMail } from '../../mail/templates/password.ts'
import { deleteRecoveryOf, insertRecovery } from './recovery-store.ts'

const recoveryLifeMs = 60 * 60_000

/**
 * Creates a recovery link, which invalidates the previous one.
 * @param via `mail`: it is sent to the person. `operator`: the caller hands it over
 */
export async function issueRecovery(
  transaction: Transaction,
  context: Context,
  admin: Pick<AdminsTable, 'id' | 'email'>,
  via: 'mail' | 'operator',
): Promise<{ url: string; expiresAtMs: number }> {
  const { config, now } = context
  const token = newToken()
  const expiresAtMs = now() + recoveryLifeMs
  const url = `${config.publicUrl}/password-recovery?id=${token}`
  await deleteRecoveryOf(transaction, admin.id)
  const mailId =
    via === 'operator'
      ? null
      : await enqueueMail(transaction, context, {
          kind: 'password-reset',
          recipient: admin.email,
          content: passwordResetMail(config, { email: admin.email, url, expiresAtMs }),
          uselessFromMs: expiresAtMs,
        })
  await insertRecovery(transaction, { adminId: admin.id, tokenHash: hashToken(token), mailId, expiresAtMs })
  return { url, expiresAtMs }
}
