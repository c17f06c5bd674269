import { expect, test } from 'vitest'
import { codeAt } from '../../../../testing/sessions/totp.ts'
import { matchCode, newSecret, uriOf } from './totp.ts'

/** The secret of RFC 6238, appendix B, and the last six digits of its codes. */
const rfcSecret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const rfcCodes: [atSeconds: number, code: string][] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
]
const nowMs = 1_800_000_000_000

test.each(rfcCodes)('at %i s the code of RFC 6238 is correct', (atSeconds, code) => {
  expect(codeAt(rfcSecret, atSeconds * 1000)).toBe(code)
  expect(matchCode(rfcSecret, code, atSeconds * 1000)).toEqual({ step: Math.floor(atSeconds / 30), offMs: 0 })
})

test('a code is correct one step before and after its time, and recognised half an hour away', () => {
  const secret = newSecret()
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  const step = nowMs / 30_000
  for (const steps of [-1, 0, 1])
    expect(matchCode(secret, codeAt(secret, nowMs + steps * 30_000), nowMs)).toEqual({ step: step + steps, offMs: 0 })
  for (const steps of [-60, -20, -2, 2, 20, 60])
    expect(matchCode(secret, codeAt(secret, nowMs + steps * 30_000), nowMs)).toEqual({
      step: step + steps,
      offMs: steps * 30_000,
    })
  expect(matchCode(secret, codeAt(secret, nowMs + 3_600_000), nowMs)).toBeUndefined()
  expect(matchCode(secret, codeAt(newSecret(), nowMs), nowMs)).toBeUndefined()
  for (const wrong of ['', '12345', '1234567', 'abcdef']) expect(matchCode(secret, wrong, nowMs)).toBeUndefined()
})

test('the URL for the QR code contains product, user and secret', () => {
  const uri = new URL(uriOf(rfcSecret, { issuer: 'Health & Console', label: 'ada+x@example.org' }))
  expect([uri.protocol, uri.host]).toEqual(['otpauth:', 'totp'])
  expect(decodeURIComponent(uri.pathname)).toBe('/Health & Console:ada+x@example.org')
  expect(Object.fromEntries(uri.searchParams)).toMatchObject({ secret: rfcSecret, issuer: 'Health & Console' })
})
