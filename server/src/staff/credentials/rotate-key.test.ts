import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/build-app.ts'
import { databaseSettings } from '../../../testing/database-settings.ts'
import { codeAt } from '../../../testing/sessions/totp.ts'
import { databaseOf020, unpack020 } from '../../../testing/version-0-2-0.ts'
import { verifyAuditCommand } from '../../commands/audit-commands.ts'
import type { Context } from '../../context.ts'
import { openKeys } from '../../crypto/keys.ts'
import { bringUpToDate } from '../../database/bring-up-to-date.ts'
import { openDatabase } from '../../database/open.ts'
import { findAdminByEmail } from '../people/store.ts'
import { rotateKeyCommand } from './rotate-key.ts'
import { spendCode } from './codes.ts'
import { findSecondFactor } from './second-factor-store.ts'

type Known = { secret: string; recoveryCodes: string[] }

test('after changes of the master key codes of apps and recovery codes go on', async () => {
  const place = await databaseOf020()
  const database = openDatabase(place)
  await bringUpToDate(database)
  await database.close()
  const { context, advance } = await buildTestApp(databaseSettings(place))
  const known: Known = JSON.parse(readFileSync(path.join(unpack020().folder, 'known.json'), 'utf8'))
  const recoveryCodes = [...known.recoveryCodes]
  const eve = await findAdminByEmail(context.db, 'eve@example.org')
  if (!eve) throw new Error('The fixture has no Eve')

  /** @returns the problem with the present code of the app, and with a recovery code */
  const problems = async (changed: Context) => {
    advance(60_000)
    const spend = (code: string) =>
      changed.db
        .transaction()
        .execute(async (transaction) =>
          spendCode(transaction, changed, eve, await findSecondFactor(transaction, eve.id), code),
        )
    return [await spend(codeAt(known.secret, changed.now())), await spend(recoveryCodes.pop() ?? '')]
  }
  const fine = [undefined, undefined]
  expect(await problems(context)).toEqual(fine)

  const { file } = context.config.secretKey
  const kept = path.join(context.config.dataDir, 'old.key')
  const rotate = (to: Context) => rotateKeyCommand.run(to, ['--old', kept])
  let changed = context
  for (const byte of [5, 6]) {
    copyFileSync(file, kept)
    await expect(rotate(changed)).rejects.toThrow('holds the key that is in use')
    writeFileSync(file, Buffer.alloc(32, byte).toString('base64'))
    changed = { ...changed, keys: openKeys(changed.config) }
    expect(await problems(changed)).toEqual([
      expect.stringContaining('cannot check your second factor'),
      expect.stringContaining('The code is not right'),
    ])
    expect(await rotate(changed)).toContain('Authenticator apps that were sealed again: 1.')
    expect(await problems(changed)).toEqual(fine)
    // Again, as after an interruption.
    expect(await rotate(changed)).toContain('Authenticator apps that were sealed again: 0.')
    expect(await problems(changed)).toEqual(fine)
  }
  expect(await verifyAuditCommand.run(changed, [])).toContain('is intact')
  await expect(rotateKeyCommand.run(changed, [])).rejects.toThrow('--old FILE')
  await expect(rotateKeyCommand.run(changed, ['--old', `${kept}x`])).rejects.toThrow(`There is no ${kept}x.`)
})
