import type { FileDecision, FileRelease } from '@health-console/contract/files/files.ts'
import { expect, test } from 'vitest'
import { eventsOf } from './release-events.ts'

const release = (version: number, changes: Partial<FileRelease>): FileRelease => ({
  version,
  filename: 'prompt.txt',
  size: 1,
  sha256: null,
  createdAt: version,
  uploadedBy: null,
  isCurrent: false,
  offeredTo: null,
  state: 'published',
  replaces: null,
  decisions: [],
  restoredFrom: null,
  uploadId: null,
  url: '',
  sameAs: null,
  signatureUrl: null,
  fileId: 'f',
  type: 'txt',
  name: 'Prompt file',
  before: null,
  ...changes,
})

const decision = (kind: FileDecision['decision'], decidedAt: number): FileDecision => ({
  decision: kind,
  decidedAt,
  by: null,
  reason: 'Why',
  doubt: null,
})

const shown = (...releases: FileRelease[]) =>
  eventsOf(releases).map(({ kind, release: { version }, atSeconds }) => `${kind} ${version} at ${atSeconds}`)

test('[files-27] a version is published when it was approved, and an event of its own when it was withdrawn', () => {
  const decisions = [decision('approve', 20), decision('withdraw', 40)]
  expect(shown(release(1, { decisions, state: 'withdrawn' }), release(2, { createdAt: 30 }))).toEqual([
    'withdrawn 1 at 40',
    'published 2 at 30',
    'published 1 at 20',
  ])
})

test('[files-27] versions that were never current have one event, which says why if someone decided', () => {
  const rejected = release(2, { state: 'rejected', decisions: [decision('reject', 9)] })
  expect(shown(release(1, { state: 'awaiting_approval' }), rejected, release(3, { state: 'replaced' }))).toEqual([
    'rejected 2 at 9',
    'replaced 3 at 3',
    'awaiting 1 at 1',
  ])
  expect(eventsOf([rejected])[0]?.decision?.reason).toBe('Why')
})

test('a restored version is published with the reason of its restoration', () => {
  const [event] = eventsOf([release(4, { restoredFrom: 2, decisions: [decision('restore', 8)] })])
  expect(event).toMatchObject({ kind: 'published', atSeconds: 8, decision: { reason: 'Why' } })
})
