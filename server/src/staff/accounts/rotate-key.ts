import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { createCheckpointSigner } from '../../audit/checkpoint.ts'
import { byOperator } from '../../audit/entry.ts'
import { keepKey } from '../../audit/proof-files.ts'
import { type Command, toPath, UsageError } from '../../commands/command.ts'
import { openKeys } from '../../crypto/keys.ts'
import { keepModelKeys } from '../../model-signing/known-keys.ts'
import { createModelKey } from '../../model-signing/model-key.ts'
import { keepRecoveryCodes } from '../credentials/recovery-codes.ts'
import { resealSecrets } from '../credentials/second-factor-store.ts'
import { lockStaff } from '../people/store.ts'
import { resealTokens } from '../sign-on/sessions.ts'

export const rotateKeyCommand: Command = {
  usage: 'rotate-key --old FILE',
  summary:
    'After the master key was replaced, seal second factors and sessions by single sign-on again under the new one, so that they go on. FILE holds the key from before.',
  async run(context, args) {
    const { values } = parseArgs({ args, options: { old: { type: 'string' } } })
    if (values.old === undefined) throw new UsageError('Name the file with the key from before: --old FILE.')
    const file = toPath(values.old)
    if (!existsSync(file)) throw new Error(`There is no ${file}.`)
    const { keys, config, db, engine, audit, now } = context
    const old = { keys: openKeys({ secretKey: { file, mayBeMade: false } }) }
    const { verifierKey } = createCheckpointSigner(old.keys, config)
    if (verifierKey === createCheckpointSigner(keys, config).verifierKey) {
      throw new Error(`${file} holds the key that is in use. Put the new one into ${config.secretKey.file} first.`)
    }
    const { sealed, unreadable, sessions } = await db.transaction().execute(async (transaction) => {
      await lockStaff(engine, transaction)
      const counts = await resealSecrets(transaction, old, context)
      await keepRecoveryCodes(transaction, old.keys, keys)
      const sessions = await resealTokens(transaction, old.keys, keys)
      await keepModelKeys(transaction, old.keys, keys, now())
      await audit.append(transaction, [{ ...byOperator, action: 'key.rotate', subjects: [] }])
      return { ...counts, sessions }
    })
    await keepKey(config, verifierKey)
    const { id } = createModelKey(keys)
    return [
      `Authenticator apps that were sealed again: ${sealed}. Recovery codes go on.`,
      ...(sessions > 0 ? [`Sessions by single sign-on that were sealed again: ${sessions}.`] : []),
      ...(unreadable > 0 ? [`Apps that neither key opens, to be reset: ${unreadable}.`] : []),
      `Models are signed by the key ${id} from now on, once a server runs: see model-keys.`,
      `Keep ${file} as long as backups from its time. Its checkpoints are verified by ${verifierKey}`,
    ].join('\n')
  },
}
