import { type FactChange, type FileRelease, listedFacts, releaseDays } from '@health-console/contract/files/files.ts'
import type { Db } from '../../../core/database/tables.ts'
import type { StoredFacts } from './changed-lines.ts'
import { listDecisions } from './decisions-store.ts'
import { presentListed } from './present.ts'
import { listFacts, listNewestFirst, type ListedRow } from './store.ts'

const dayMs = 86_400_000
const most = 100

/** What was recently published, withdrawn, rejected or submitted, and the current versions; newest first. */
export async function listReleases(db: Db, nowMs: number, origin: string): Promise<FileRelease[]> {
  const versions = await listNewestFirst(db)
  const decisions = await listDecisions(db, [...new Set(versions.map(({ fileId }) => fileId))])
  const sinceMs = nowMs - releaseDays * dayMs
  const decided = new Set(
    decisions.filter(({ decidedAtMs }) => decidedAtMs >= sinceMs).map(({ fileId, number }) => `${fileId} ${number}`),
  )
  const listed = versions
    .filter(
      ({ fileId, number, currentVersion, createdAtMs }) =>
        number === currentVersion || createdAtMs >= sinceMs || decided.has(`${fileId} ${number}`),
    )
    .slice(0, most)
    .map((version) => ({ version, before: findBefore(version, versions) }))
  const compared = listed.flatMap(({ version: { fileId, number }, before }) =>
    before === null
      ? []
      : [
          { fileId, number },
          { fileId, number: before },
        ],
  )
  const facts = await listFacts(db, compared)
  return listed.map(({ version, before }) => {
    const after = facts.get(`${version.fileId} ${version.number}`)
    return {
      ...presentListed(version, decisions, origin),
      before,
      changes: compareFacts(facts.get(`${version.fileId} ${before}`), after),
      changedLines: changedSince(after, before),
    }
  })
}

/** What differs in facts that both versions have. */
function compareFacts(before: StoredFacts | undefined, after: StoredFacts | undefined): FactChange[] {
  if (!before || !after) return []
  const [old, current] = [new Map(Object.entries(before)), new Map(Object.entries(after))]
  return listedFacts
    .filter((fact) => old.has(fact) && current.has(fact) && old.get(fact) !== current.get(fact))
    .map((fact) => ({ fact, from: old.get(fact), to: current.get(fact) }))
}

/** Null if the lines were counted from another version, or not at all. */
function changedSince(facts: StoredFacts | undefined, before: number | null): FileRelease['changedLines'] {
  const counted = facts?.changedLines
  return counted === undefined || counted.since !== before ? null : counted
}

/** The version that was current before this one: as submitted, or otherwise the published one with the next lower number. */
function findBefore({ fileId, number, replaces }: ListedRow, versions: ListedRow[]): number | null {
  if (replaces !== null) return replaces || null
  const earlier = versions
    .filter((each) => each.fileId === fileId && each.number < number)
    .filter(({ state }) => state === 'published' || state === 'withdrawn')
  return earlier.length === 0 ? null : Math.max(...earlier.map((each) => each.number))
}
