import { expect, test } from 'vitest'
import { readConfig } from '../../../core/config.ts'
import { startFakeProvider } from '../../../../testing/sign-on/fake-provider.ts'
import { signOnSettings } from '../../../../testing/sign-on/test-browser.ts'
import { discover } from './discover.ts'
import { isAway } from './provider-errors.ts'

test('a provider that never responds is given up', async () => {
  const provider = await startFakeProvider()
  provider.misbehaves = { everything: () => undefined }
  const { signOn } = readConfig(signOnSettings(provider.issuer))
  if (!signOn) throw new Error('no provider')
  const error = await discover(signOn).catch((error: unknown) => error)
  expect(isAway(error)).toBe(true)
})
