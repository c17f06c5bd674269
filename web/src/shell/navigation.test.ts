import { expect, test } from 'vitest'
import { isCurrent, navigationOf } from './navigation.ts'

test.each([
  ['/', '/'],
  ['/user/a', '/'],
  ['/admins', '/admins'],
  ['/admins/', '/admins'],
  ['/admins/service-accounts', '/admins'],
  ['/hospital-patients/', '/hospital-patients'],
  ['/audit', '/audit'],
])('at %s only the link to %s is current', (pathname, target) => {
  expect(
    navigationOf('super_admin')
      .filter(({ to }) => isCurrent(to, pathname))
      .map(({ to }) => to),
  ).toEqual([target])
})

test('only super admins have the audit log page', () => {
  const labels = (role: 'admin' | 'super_admin') => navigationOf(role).map(({ label }) => label)
  expect(labels('super_admin')).toEqual([...labels('admin'), 'Audit log'])
})
