import type { AuditEvent } from '@health-console/contract/audit.ts'
import { expect, test } from 'vitest'
import { foldEntries, subjectsOf } from './fold.ts'

const entry = (sequence: number, atSecond: number, action: string, changes: Partial<AuditEvent> = {}) =>
  ({
    sequence,
    at: new Date(Date.parse('2026-11-21T10:00:00Z') + atSecond * 1_000).toISOString(),
    actor: { kind: 'staff', id: 'ann', name: 'Ann Lee', hasLeft: false },
    action,
    outcome: 'ok',
    subjects: [],
    sessionId: 's1',
    address: '10.0.0.1',
    ...changes,
  }) as unknown as AuditEvent

const bo = { actor: { kind: 'staff', id: 'bo', name: 'Bo Berg', hasLeft: false } } as const
const about = (...ids: string[]) => ({ subjects: ids.map((id) => ({ kind: 'user' as const, id })) })

const folded = (...entries: AuditEvent[]) =>
  foldEntries(entries).map((line) => line.entries.map(({ sequence }) => sequence))

test('entries of one person, page and second are one line, where the newest is, also with others between', () => {
  expect(
    folded(
      entry(9, 0.9, 'access_review.view'),
      entry(8, 0.8, 'users.list', bo),
      entry(7, 0.7, 'admin.list', bo),
      entry(6, 0.4, 'invitation.list'),
      entry(5, 0.1, 'admin.list'),
    ),
  ).toEqual([[9, 6, 5], [8], [7]])
})

test('another second, session or address, another page and another user are their own lines', () => {
  expect(folded(entry(2, 1, 'admin.list'), entry(1, 0, 'invitation.list'))).toEqual([[2], [1]])
  expect(folded(entry(2, 0, 'admin.list'), entry(1, 0, 'admin.list', { sessionId: 's2' }))).toEqual([[2], [1]])
  expect(folded(entry(2, 0, 'admin.list'), entry(1, 0, 'admin.list', { address: '10.0.0.2' }))).toEqual([[2], [1]])
  expect(folded(entry(2, 0, 'admin.list'), entry(1, 0, 'files.view'))).toEqual([[2], [1]])
  expect(folded(entry(2, 0, 'user.view', about('u1')), entry(1, 0, 'user.view', about('u2')))).toEqual([[2], [1]])
  expect(folded(entry(2, 0, 'reports.list', about('u1')), entry(1, 0, 'user.view', about('u1')))).toEqual([[2, 1]])
})

test('refusals, changes and downloads are never put together', () => {
  const denied = { outcome: 'denied' } as const
  expect(folded(entry(2, 0, 'admin.list', denied), entry(1, 0, 'admin.list', denied))).toEqual([[2], [1]])
  expect(folded(entry(2, 0, 'admin.list'), entry(1, 0, 'admin.list', denied))).toEqual([[2], [1]])
  expect(folded(entry(2, 0, 'admin.revoke'), entry(1, 0, 'admin.revoke'))).toEqual([[2], [1]])
  expect(folded(entry(2, 0, 'report.download'), entry(1, 0, 'report.download'))).toEqual([[2], [1]])
})

test('no entry is lost or doubled, and a line names everyone once', () => {
  const actions = ['admin.list', 'users.list', 'user.view', 'reports.list', 'report.view', 'audit.list']
  const entries = Array.from({ length: 200 }, (_, index) =>
    entry(200 - index, 60 - index * 0.3, actions[(index * 7) % actions.length] ?? '', index % 3 ? {} : bo),
  )
  const sequences = foldEntries(entries).flatMap((line) => line.entries.map(({ sequence }) => sequence))
  expect(sequences.toSorted((a, b) => b - a)).toEqual(entries.map(({ sequence }) => sequence))

  const [line] = foldEntries([
    entry(2, 0, 'users.list', about('u1', 'u2')),
    entry(1, 0, 'users.list', about('u2', 'u3')),
  ])
  expect(line && subjectsOf(line).map(({ id }) => id)).toEqual(['u1', 'u2', 'u3'])
})
