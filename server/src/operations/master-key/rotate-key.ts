import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { createCheckpointSigner } from '../../core/audit/checkpoint.ts'
import { byOperator } from '../../core/audit/entry.ts'
import { keepKey } from '../../core/audit/proof-files.ts'
import { type Command, toPath } from '../../commands/command.ts'
import { UsageError } from '../../commands/command-errors.ts'
import type { Terminal } from '../../commands/terminal.ts'
import type { Context } from '../../core/context.ts'
import { findFingerprint, lockKey, shorten } from '../../core/crypto/console-key.ts'
import { type MasterKey, openKeys } from '../../core/crypto/keys.ts'
import { replaceKey } from '../../features/files/signing/adopt-key.ts'
import { signUnsigned } from '../../features/files/signing/sign-versions.ts'
import { keepModelKeys, listModelKeys } from '../../features/files/signing/known-keys.ts'
import { createModelKey } from '../../features/files/signing/model-key.ts'
import { keepRecoveryCodes } from '../../features/staff/credentials/recovery-codes.ts'
import { listApps, resealSecrets } from '../../features/staff/credentials/second-factor-store.ts'
import { lockStaff } from '../../features/staff/admins/store.ts'
import { resealTokens } from '../../features/staff/sign-on/sessions.ts'
import { replaceLostKey } from './replace-lost-key.ts'

export const rotateKeyCommand: Command = {
  usage: 'rotate-key --old FILE | --lost [--console HOST]',
  summary: 'After replacing the master key, re-encrypt second factors and single sign-on sessions with it.',
  options: {
    '--old FILE': 'the previous key.',
    '--lost': 'that key is lost: report what becomes unreadable. Nothing is changed without --console.',
    '--console HOST': 'with --lost, go ahead. HOST is the host of PUBLIC_URL.',
  },
  replacesKey: true,
  async run(context, args, terminal: Terminal = process) {
    const { values } = parseArgs({
      args,
      options: { old: { type: 'string' }, lost: { type: 'boolean' }, console: { type: 'string' } },
    })
    if (values.lost && values.old === undefined) return replaceLostKey(context, values.console)
    if (values.old === undefined || values.lost || values.console !== undefined)
      throw new UsageError('--old FILE is required, or --lost if that key is lost.')
    return rotateKey(context, toPath(values.old, terminal))
  },
}

async function rotateKey(context: Context, file: string): Promise<string> {
  if (!existsSync(file)) throw new Error(`There is no ${file}.`)
  const { keys, config, db, engine, audit, now } = context
  const old = openKeys({ secretKey: { file } })
  if (old.fingerprint === keys.fingerprint)
    throw new Error(`${file} contains the key in use. Put the new one into ${config.secretKey.file} first.`)
  await requireOld(context, old, file)
  const { sealed, unreadable, sessions } = await db.transaction().execute(async (transaction) => {
    await lockKey(engine, transaction)
    await lockStaff(engine, transaction)
    const counts = await resealSecrets(transaction, { keys: old }, context)
    await keepRecoveryCodes(transaction, old, keys)
    const sessions = await resealTokens(transaction, old, keys)
    await keepModelKeys(transaction, old, keys, now())
    await replaceKey(transaction, keys)
    await signUnsigned(context, transaction)
    await audit.append(transaction, [{ ...byOperator, action: 'key.rotate', subjects: [] }])
    return { ...counts, sessions }
  })
  const { verifierKey } = createCheckpointSigner(old, config)
  await keepKey(config, verifierKey)
  const { id } = createModelKey(keys)
  return [
    `Authenticator apps re-encrypted: ${sealed}. Recovery codes still work.`,
    ...(sessions > 0 ? [`Single sign-on sessions re-encrypted: ${sessions}.`] : []),
    ...(unreadable > 0 ? [`Authenticator apps that neither key can decrypt, to be reset: ${unreadable}.`] : []),
    `Models are signed with the key ${id} from now on: see model-keys.`,
    `Keep ${file} as long as you keep backups from its time. Its checkpoints are verified with ${verifierKey}`,
  ].join('\n')
}

/** @throws Error unless the database has the old key, or it signed or sealed something there */
async function requireOld(context: Context, old: MasterKey, file: string): Promise<void> {
  const { db, keys } = context
  const known = (await findFingerprint(db)) ?? 'none'
  if (known === old.fingerprint) return
  if (known === keys.fingerprint && (await isFromBefore(context, old))) return
  throw new Error(
    `${file} contains the key with the fingerprint ${shorten(old.fingerprint)}, and the database has the key with the ` +
      `fingerprint ${shorten(known)}. Nothing was changed. Choose the file with that key.`,
  )
}

async function isFromBefore({ db, keys }: Context, old: MasterKey): Promise<boolean> {
  const { id } = createModelKey(old)
  if ((await listModelKeys(db, keys)).some((earlier) => earlier.id === id)) return true
  return (await listApps(db, old)).some(({ isReadable }) => isReadable)
}
