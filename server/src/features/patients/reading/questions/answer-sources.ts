import { isDeepStrictEqual } from 'node:util'
import type { ImportAnswers } from '@health-console/contract/patients/answers.ts'
import type { AnswerSource } from '@health-console/contract/patients/questions.ts'
import { joinAnswers, splitAnswers } from './answer-parts.ts'
import type { RememberedLayout } from './remembered.ts'

/** The answers that the uploader once gave for a file with the same patients, before downloading it marked. */
export type KeptAnswers = { at: string; answers: ImportAnswers }

export type EarlierAnswers = { kept: KeptAnswers | null; remembered: RememberedLayout | null }

export const noEarlier: EarlierAnswers = { kept: null, remembered: null }

/**
 * Who gave each answer that is in force: remembered ones first, then kept ones, then those of this import. An answer
 * that is sent again as it was remembered or kept stays that.
 */
export function sourcesOf(inForce: ImportAnswers, { kept, remembered }: EarlierAnswers): AnswerSource[] {
  const parts = [...splitAnswers(inForce)]
  const earlier = [
    ...(kept ? [{ kind: 'kept' as const, ...kept, adminName: null }] : []),
    ...(remembered?.parts ?? []).map((part) => ({ kind: 'remembered' as const, ...part })),
  ].map(({ kind, at, adminName, answers }) => ({ kind, at, adminName, own: splitAnswers(answers) }))
  const sourceOf = ([id, part]: (typeof parts)[number]) =>
    earlier.find(({ own }) => isDeepStrictEqual(own.get(id), part))
  const found = Map.groupBy(parts, sourceOf)
  const ordered = earlier.toSorted((a, b) => b.kind.localeCompare(a.kind))
  return [...ordered, undefined].flatMap((source) => {
    const answers = found.get(source)?.map(([, part]) => part)
    const { kind = 'given', at = null, adminName = null } = source ?? {}
    return answers ? [{ kind, at, adminName, answers: joinAnswers(answers) }] : []
  })
}

/** The answers that count as given in this import. */
export const ownAnswers = (sources: readonly AnswerSource[]): ImportAnswers =>
  joinAnswers(
    sources.filter(({ kind }) => kind !== 'remembered').flatMap(({ answers }) => [...splitAnswers(answers).values()]),
  )
