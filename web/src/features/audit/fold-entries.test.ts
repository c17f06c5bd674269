import type { AuditEvent } from '@health-console/contract/audit/events.ts'
import { expect, test } from 'vitest'
import { foldEntries, subjectsOf, unsaidSubjectsOf } from './fold-entries.ts'

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

test('entries of one admin, page and second are one line at the position of the newest, even with others between', () => {
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

test('entries of another second, session, address, page or user have their own lines', () => {
  expect(folded(entry(2, 1, 'admin.list'), entry(1, 0, 'invitation.list'))).toEqual([[2], [1]])
  expect(folded(entry(2, 0, 'admin.list'), entry(1, 0, 'admin.list', { sessionId: 's2' }))).toEqual([[2], [1]])
  expect(folded(entry(2, 0, 'admin.list'), entry(1, 0, 'admin.list', { address: '10.0.0.2' }))).toEqual([[2], [1]])
  expect(folded(entry(2, 0, 'admin.list'), entry(1, 0, 'files.view'))).toEqual([[2], [1]])
  expect(folded(entry(2, 0, 'user.view', about('u1')), entry(1, 0, 'user.view', about('u2')))).toEqual([[2], [1]])
  expect(folded(entry(2, 0, 'reports.list', about('u1')), entry(1, 0, 'user.view', about('u1')))).toEqual([[2, 1]])
})

test('rejections, changes and downloads are never combined', () => {
  const denied = { outcome: 'denied' } as const
  expect(folded(entry(2, 0, 'admin.list', denied), entry(1, 0, 'admin.list', denied))).toEqual([[2], [1]])
  expect(folded(entry(2, 0, 'admin.list'), entry(1, 0, 'admin.list', denied))).toEqual([[2], [1]])
  expect(folded(entry(2, 0, 'admin.revoke'), entry(1, 0, 'admin.revoke'))).toEqual([[2], [1]])
  expect(folded(entry(2, 0, 'report.download'), entry(1, 0, 'report.download'))).toEqual([[2], [1]])
})

test('no entry is lost or duplicated, and a line names each subject once', () => {
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

const table = (id: string) => ({ subjects: [{ kind: 'import' as const, id, name: 'ward-4.xlsx', rows: 232 }] })

test('[audit-15] the steps of an import are one line, even with others between; another file, a denied step and a deletion are not', () => {
  const denied = { outcome: 'denied' } as const
  expect(
    folded(
      entry(9, 900, 'patients.import', table('i1')),
      entry(8, 800, 'patients.import_delete', table('i1')),
      entry(7, 700, 'patients.import', { ...table('i1'), ...denied }),
      entry(6, 600, 'patients.import_upload', table('i2')),
      entry(5, 500, 'patients.import_preview', { ...table('i1'), ...bo }),
      entry(4, 400, 'patients.import_preview', table('i1')),
      entry(3, 300, 'patients.import_upload', table('i1')),
    ),
  ).toEqual([[9, 4, 3], [8], [7], [6], [5]])
})

test('[audit-15] the line of an import says how it ended, or otherwise shows its newest step', () => {
  const mainOf = (...actions: string[]) =>
    foldEntries(actions.map((action, index) => entry(9 - index, 9 - index, action, table('i1'))))[0]?.main.action
  expect(mainOf('patients.layout_remember', 'patients.import', 'patients.import_upload')).toBe('patients.import')
  expect(mainOf('patients.import_cancel', 'patients.import_preview')).toBe('patients.import_cancel')
  expect(mainOf('patients.import_preview', 'patients.import_upload')).toBe('patients.import_preview')
})

test('[audit-15] what the sentence says is not repeated beside it: its admin, its file, and what it counts', () => {
  const unmentioned = (action: string, ...subjects: unknown[]) =>
    foldEntries([entry(1, 1, action, { subjects: subjects as AuditEvent['subjects'] })]).flatMap((line) =>
      unsaidSubjectsOf(line).map(({ id }) => id),
    )
  const user = { kind: 'user', id: 'u1' }
  const reports = ['r1', 'r2'].map((id) => ({ kind: 'report', id }))
  expect(unmentioned('session.sign_in', { kind: 'admin', id: 'ann' })).toEqual([])
  expect(unmentioned('admin.revoke', { kind: 'admin', id: 'bo' })).toEqual(['bo'])
  expect(unmentioned('report.view', user, reports[0])).toEqual(['u1', 'r1'])
  expect(unmentioned('reports.list', user, ...reports)).toEqual(['u1'])
  expect(unmentioned('patients.import', ...table('i1').subjects)).toEqual([])
  expect(unmentioned('users.list', user, { kind: 'user', id: 'u2' })).toEqual([])
})
