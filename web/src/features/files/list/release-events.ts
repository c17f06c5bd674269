import type { FileDecision, FileRelease } from '@health-console/contract/files/files.ts'

export type ReleaseEvent = {
  kind: 'awaiting' | 'published' | 'withdrawn' | 'rejected' | 'replaced'
  release: FileRelease
  atSeconds: number
  /** The decision that the event is, if it says why. */
  decision?: FileDecision
}

/** What happened to these versions, newest first. A version that was withdrawn had been published before. */
export function eventsOf(releases: readonly FileRelease[]): ReleaseEvent[] {
  return releases.flatMap(eventsOfOne).toSorted((a, b) => b.atSeconds - a.atSeconds)
}

function eventsOfOne(release: FileRelease): ReleaseEvent[] {
  const { state, createdAt } = release
  const find = (decision: FileDecision['decision']) => release.decisions.find((each) => each.decision === decision)
  if (state === 'awaiting_approval') return [{ kind: 'awaiting', release, atSeconds: createdAt }]
  if (state === 'replaced') return [{ kind: 'replaced', release, atSeconds: createdAt }]
  if (state === 'rejected') return [eventOf('rejected', release, find('reject'))]
  const restoration = find('restore')
  const published = restoration
    ? eventOf('published', release, restoration)
    : { kind: 'published' as const, release, atSeconds: find('approve')?.decidedAt ?? createdAt }
  return state === 'withdrawn' ? [eventOf('withdrawn', release, find('withdraw')), published] : [published]
}

function eventOf(kind: ReleaseEvent['kind'], release: FileRelease, decision: FileDecision | undefined): ReleaseEvent {
  if (!decision) return { kind, release, atSeconds: release.createdAt }
  return { kind, release, atSeconds: decision.decidedAt, decision }
}
