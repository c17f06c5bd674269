import type { AuditEvent } from '@health-console/contract/audit/events.ts'
import { expect, test } from 'vitest'
import { firstRecentDay, adminsOf, seenLines } from './seen-days.ts'

const ann = { kind: 'staff', id: 'ann', name: 'Ann Lee', hasLeft: false } as const
const bo = { kind: 'staff', id: 'bo', name: 'Bo Berg', hasLeft: true } as const

const entry = (actor: AuditEvent['actor'], at: string, how: AuditEvent['how']) =>
  ({ actor, at, how, count: 1 }) as AuditEvent

test('[audit-4] an admin who saw a user has one line for each day, without lists if they opened the data that day', () => {
  const lines = seenLines([
    entry(ann, '2026-11-21T15:00:00.000Z', 'list'),
    entry(bo, '2026-11-21T12:00:00.000Z', 'download'),
    entry(ann, '2026-11-21T09:30:00.000Z', 'view'),
    entry(ann, '2026-11-21T09:10:00.000Z', 'view'),
    entry(ann, '2026-11-21T09:00:00.000Z', 'list'),
    entry(bo, '2026-11-20T23:59:59.000Z', 'search'),
    entry(bo, '2026-11-19T10:00:00.000Z', 'view'),
  ])
  expect(lines.map(({ day, name, isOpened }) => [day, name, isOpened])).toEqual([
    ['2026-11-21', 'Bo Berg', true],
    ['2026-11-21', 'Ann Lee', true],
    ['2026-11-20', 'Bo Berg', false],
    ['2026-11-19', 'Bo Berg', true],
  ])
  expect(lines[1]).toMatchObject({ fromIso: '2026-11-21T09:10:00.000Z', toIso: '2026-11-21T09:30:00.000Z' })
  expect([...(lines[1]?.methods ?? [])]).toEqual([['view', 2]])
  expect(adminsOf(lines.filter(({ isOpened }) => isOpened)).map(({ name, days }) => [name, days])).toEqual([
    ['Bo Berg', 2],
    ['Ann Lee', 1],
  ])
})

test('a page that was opened is one view, although it requests the user and the reports', () => {
  const request = (at: string, action: string, how: AuditEvent['how'] = 'view') => ({
    ...entry(ann, at, how),
    action,
    outcome: 'ok' as const,
    subjects: [{ kind: 'user' as const, id: 'u1' }],
  })
  const [line] = seenLines([
    request('2026-11-21T09:30:00.100Z', 'reports.list'),
    request('2026-11-21T09:30:00.000Z', 'user.view'),
    request('2026-11-21T09:10:00.100Z', 'reports.list'),
    request('2026-11-21T09:10:00.050Z', 'report.view'),
    request('2026-11-21T09:10:00.000Z', 'user.view'),
  ])
  expect([...(line?.methods ?? [])]).toEqual([['view', 3]])
})

test('the last 30 days include today', () => {
  expect(firstRecentDay(Date.parse('2026-11-22T08:00:00.000Z'))).toBe('2026-10-24')
})
