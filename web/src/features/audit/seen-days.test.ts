import type { AuditEvent } from '@health-console/contract/audit.ts'
import { expect, test } from 'vitest'
import { dotsOf, groupByDay } from './seen-days.ts'

const ann = { kind: 'staff', id: 'ann', name: 'Ann Lee', hasLeft: false } as const
const bo = { kind: 'staff', id: 'bo', name: 'Bo Berg', hasLeft: true } as const

const cy = { kind: 'staff', id: 'cy', name: 'Cy Ray', hasLeft: false } as const

const entry = (actor: AuditEvent['actor'], at: string, how: AuditEvent['how']) =>
  ({ actor, at, how, count: 1 }) as AuditEvent

test('[audit-4] who saw a user is listed by day and admin: who opened the data first, with how often and between when', () => {
  const days = groupByDay([
    entry(cy, '2026-11-21T16:00:00.000Z', 'search'),
    entry(ann, '2026-11-21T15:00:00.000Z', 'list'),
    entry(bo, '2026-11-21T12:00:00.000Z', 'download'),
    entry(ann, '2026-11-21T09:30:00.000Z', 'view'),
    entry(ann, '2026-11-21T09:00:00.000Z', 'list'),
    entry(bo, '2026-11-20T23:59:59.000Z', 'search'),
  ])
  expect(days.map(({ day, people }) => [day, people.map(({ name }) => name)])).toEqual([
    ['2026-11-21', ['Ann Lee', 'Bo Berg', 'Cy Ray']],
    ['2026-11-20', ['Bo Berg']],
  ])
  const [first] = days[0]?.people ?? []
  expect(first).toMatchObject({ fromIso: '2026-11-21T09:00:00.000Z', toIso: '2026-11-21T15:00:00.000Z' })
  expect([...(first?.methods ?? [])]).toEqual([
    ['view', 1],
    ['list', 2],
  ])
})

test('the last 30 days say when the data was opened, when it was in a list only, and what is not known yet', () => {
  const days = groupByDay([
    entry(ann, '2026-11-21T15:00:00.000Z', 'list'),
    entry(bo, '2026-11-20T12:00:00.000Z', 'list'),
    entry(ann, '2026-11-20T11:00:00.000Z', 'view'),
    entry(ann, '2026-11-18T11:00:00.000Z', 'download'),
  ])
  const states = (isWhole: boolean) => dotsOf(days, isWhole, Date.parse('2026-11-22T08:00:00.000Z'))
  expect(states(true)).toHaveLength(30)
  expect(states(true).slice(-6)).toEqual([
    { day: '2026-11-17', state: 'none' },
    { day: '2026-11-18', state: 'opened' },
    { day: '2026-11-19', state: 'none' },
    { day: '2026-11-20', state: 'opened' },
    { day: '2026-11-21', state: 'listed' },
    { day: '2026-11-22', state: 'none' },
  ])
  expect(states(true)[0]).toEqual({ day: '2026-10-24', state: 'none' })
  expect(states(false)[24]).toEqual({ day: '2026-11-17', state: 'unknown' })
  expect(states(false)[26]).toEqual({ day: '2026-11-19', state: 'none' })
})
