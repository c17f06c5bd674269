import { expect, test } from 'vitest'
import { isCurrent, navigation } from './navigation.ts'

test.each([
  ['/', '/'],
  ['/user/a', '/'],
  ['/admins', '/admins'],
  ['/admins/', '/admins'],
  ['/hospital-patients/', '/hospital-patients'],
])('at %s the link to %s alone is current', (pathname, target) => {
  expect(navigation.filter(({ to }) => isCurrent(to, pathname)).map(({ to }) => to)).toEqual([target])
})
