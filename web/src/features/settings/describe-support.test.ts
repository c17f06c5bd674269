import { expect, test } from 'vitest'
import { describeSupport } from './describe-support.ts'

test.each([
  ['2027-11-27T12:00:00Z', 'supported until 28 November 2027'],
  ['2027-11-28T23:59:59Z', 'supported until 28 November 2027'],
  ['2027-11-29T00:00:00Z', 'not supported since 28 November 2027'],
])('at %s the settings say whether this version is supported', (now, says) => {
  expect(describeSupport('2027-11-28', Date.parse(now))).toBe(says)
})
