import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { openText, sealText } from './sealed-text.ts'

const keysOf = (master: string) => ({
  derive: (purpose: string) => createHmac('sha256', master).update(purpose).digest(),
})
const keys = keysOf('one')
const place = { purpose: 'second-factor', owner: 'ada' }

test('a sealed text can be decrypted in its context, looks different each time, and reveals nothing', () => {
  const sealed = sealText(keys, place, 'JBSWY3DPEHPK3PXP')
  expect(openText(keys, place, sealed)).toBe('JBSWY3DPEHPK3PXP')
  expect(sealed).not.toBe(sealText(keys, place, 'JBSWY3DPEHPK3PXP'))
  expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('JBSW')
})

test('a sealed text cannot be decrypted with another key, for another owner or purpose, or after a change', () => {
  const sealed = sealText(keys, place, 'JBSWY3DPEHPK3PXP')
  const changed = `${sealed.slice(0, 20)}${sealed[20] === 'A' ? 'B' : 'A'}${sealed.slice(21)}`
  expect(() => openText(keysOf('two'), place, sealed)).toThrow()
  expect(() => openText(keys, { ...place, owner: 'eve' }, sealed)).toThrow()
  expect(() => openText(keys, { ...place, purpose: 'other' }, sealed)).toThrow()
  expect(() => openText(keys, place, changed)).toThrow()
  for (const length of [0, 10, sealed.length - 2])
    expect(() => openText(keys, place, sealed.slice(0, length))).toThrow()
})
