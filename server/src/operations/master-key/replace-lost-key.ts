import { byOperator } from '../../core/audit/entry.ts'
import { UsageError } from '../../commands/command-errors.ts'
import type { Context } from '../../core/context.ts'
import { findFingerprint, lockKey, shorten } from '../../core/crypto/console-key.ts'
import { replaceKey } from '../../features/files/signing/adopt-key.ts'
import { signUnsigned } from '../../features/files/signing/sign-versions.ts'
import { forgetModelKeys } from '../../features/files/signing/known-keys.ts'
import { createModelKey } from '../../features/files/signing/model-key.ts'
import { listApps, listWithRecoveryCodes } from '../../features/staff/credentials/second-factor-store.ts'

/**
 * Makes the key of the settings the database's key, whose own key is lost. Data that only the lost key decrypts is not
 * changed, so that no one can sign in with less than before.
 * @param confirmed the host of the console, as the system administrator repeats it
 */
export async function replaceLostKey(context: Context, confirmed: string | undefined): Promise<string> {
  const { db, engine, keys, config, audit, now } = context
  const known = await findFingerprint(db)
  if (known === keys.fingerprint)
    throw new Error(`The database has the key in ${config.secretKey.file}: it is not lost. Nothing was changed.`)
  const lost = await describeLoss(context, known)
  const { host } = new URL(config.publicUrl)
  if (confirmed !== host)
    throw new UsageError(`${lost}\nNothing was changed. If the key cannot be found, add --console ${host}.`)
  await db.transaction().execute(async (transaction) => {
    await lockKey(engine, transaction)
    await replaceKey(transaction, keys)
    await signUnsigned(context, transaction)
    await forgetModelKeys(transaction, keys, now())
    await audit.append(transaction, [{ ...byOperator, action: 'key.rotate', subjects: [] }])
  })
  return `${lost}\nModels are signed with the key ${createModelKey(keys).id} from now on.`
}

async function describeLoss({ db, keys }: Context, known: string | undefined): Promise<string> {
  const apps = (await listApps(db, keys)).filter(({ isReadable }) => !isReadable).map(({ email }) => email)
  const codes = await listWithRecoveryCodes(db)
  const { sessions } = await db
    .selectFrom('sessions')
    .select(({ fn }) => fn.countAll<number>().as('sessions'))
    .where('signOnToken', 'is not', null)
    .executeTakeFirstOrThrow()
  const listed = (emails: string[]) => (emails.length > 0 ? emails.join(', ') : 'none')
  return [
    `Without the key${known === undefined ? '' : ` with the fingerprint ${shorten(known)}`} this cannot be read:`,
    `- Authenticator apps, to be reset with reset-second-factor: ${listed(apps)}`,
    `- Recovery codes, to be created again: ${listed(codes)}`,
    `- Single sign-on sessions, which end at their next check: ${sessions}`,
    '- Signatures of models: all models are signed again, and devices need the output of model-keys',
    '- Earlier backups: restore them with --new-key --may-be-forged',
  ].join('\n')
}
