import type { AuditEvent } from '@health-console/contract/audit.ts'
import { expect, test } from 'vitest'
import { groupByDay } from './seen-days.ts'

const ann = { kind: 'staff', id: 'ann', name: 'Ann Lee', hasLeft: false } as const
const bo = { kind: 'staff', id: 'bo', name: 'Bo Berg', hasLeft: true } as const

const entry = (actor: AuditEvent['actor'], at: string, how: AuditEvent['how']) =>
  ({ actor, at, how, count: 1 }) as AuditEvent

test('who saw a user is listed by day and admin, with how often and between when', () => {
  const days = groupByDay([
    entry(ann, '2026-11-21T15:00:00.000Z', 'view'),
    entry(bo, '2026-11-21T12:00:00.000Z', 'download'),
    entry(ann, '2026-11-21T09:30:00.000Z', 'list'),
    entry(ann, '2026-11-21T09:00:00.000Z', 'list'),
    entry(bo, '2026-11-20T23:59:59.000Z', 'search'),
  ])
  expect(days.map(({ day, people }) => [day, people.map(({ name }) => name)])).toEqual([
    ['2026-11-21', ['Ann Lee', 'Bo Berg']],
    ['2026-11-20', ['Bo Berg']],
  ])
  const [first] = days[0]?.people ?? []
  expect(first).toMatchObject({ fromIso: '2026-11-21T09:00:00.000Z', toIso: '2026-11-21T15:00:00.000Z' })
  expect([...(first?.methods ?? [])]).toEqual([
    ['view', 1],
    ['list', 2],
  ])
})
