import type { AuditEvent } from '@health-console/contract/audit/events.ts'
import { expect, test } from 'vitest'
import { describeAmount, kindOfActor } from './phrases.ts'

const amountOf = (action: string, count: number, subjects: AuditEvent['subjects'] = []) =>
  describeAmount({ action, how: null, subjects, count })

test('a count is named by what it counts, and not repeated beside equal subjects', () => {
  const users = ['u1', 'u2'].map((id) => ({ kind: 'user' as const, id }))
  expect(amountOf('session.sign_in', 14)).toBe('14 times')
  expect(amountOf('audit.export_end', 6_099)).toBe('6,099 entries')
  expect(amountOf('user.erase_end', 5)).toBe('5 reports')
  expect(amountOf('users.write', 2, users)).toBe('2 users')
})

test('an import is named with its rows once they are counted, and the history of one import without them', () => {
  const subject = (rows: number) => [{ kind: 'import' as const, id: 'i1', name: 'ward.xlsx', rows }]
  expect(amountOf('patients.import', 1, subject(30))).toBe('30 rows · ward.xlsx')
  expect(amountOf('patients.import_preview', 1, subject(0))).toBe('ward.xlsx')
  expect(amountOf('patients.import_history', 1, subject(30))).toBe('')
})

test('a service account is not called an admin', () => {
  const actor = { kind: 'staff', id: 'a1', name: 'Ward tablets', hasLeft: false } as const
  expect([kindOfActor(actor), kindOfActor({ ...actor, isService: true })]).toEqual(['admin', 'service account'])
})
