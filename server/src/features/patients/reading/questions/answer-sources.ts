import { isDeepStrictEqual } from 'node:util'
import type { ImportAnswers } from '@health-console/contract/patients/answers.ts'
import type { AnswerSource } from '@health-console/contract/patients/questions.ts'
import { type AnswerPart, joinAnswers, splitAnswers } from './answer-parts.ts'
import type { RememberedLayout } from './remembered.ts'

/** The answers that the uploader once gave for a file with the same patients, before downloading it marked. */
export type KeptAnswers = { at: string; answers: ImportAnswers }

export type EarlierAnswers = { kept: KeptAnswers | null; remembered: RememberedLayout | null }

export const noEarlier: EarlierAnswers = { kept: null, remembered: null }

/**
 * Who gave each answer that is in force: remembered ones first, then kept ones, then those of this import. An answer
 * that is sent again as it was remembered or kept stays that.
 * @param given the answers that were sent with this import
 */
export function sourcesOf(
  inForce: ImportAnswers,
  given: ImportAnswers,
  { kept, remembered }: EarlierAnswers,
): AnswerSource[] {
  const sent = splitAnswers(given)
  const ofKept = splitAnswers(kept?.answers ?? {})
  const layouts = (remembered?.parts ?? []).map((part) => ({ part, answers: splitAnswers(part.answers) }))
  const found = new Map<unknown, { source: Omit<AnswerSource, 'answers'>; parts: AnswerPart[] }>()
  const add = (key: unknown, source: Omit<AnswerSource, 'answers'>, part: AnswerPart) => {
    const { parts } = found.get(key) ?? { parts: [] }
    found.set(key, { source, parts: [...parts, part] })
  }
  for (const { part } of layouts) found.set(part, { source: rememberedIn(part), parts: [] })
  for (const [id, part] of splitAnswers(inForce)) {
    const isKept = sent.has(id) && isDeepStrictEqual(ofKept.get(id), part)
    const layout = layouts.find(({ answers }) => isDeepStrictEqual(answers.get(id), part))
    if (kept && isKept) add(kept, { kind: 'kept', at: kept.at, adminName: null }, part)
    else if (layout) add(layout.part, rememberedIn(layout.part), part)
    else add(given, { kind: 'given', at: null, adminName: null }, part)
  }
  const order = { remembered: 0, kept: 1, given: 2 }
  return [...found.values()]
    .filter(({ parts }) => parts.length > 0)
    .map(({ source, parts }) => ({ ...source, answers: joinAnswers(parts) }))
    .toSorted((one, other) => order[one.kind] - order[other.kind])
}

const rememberedIn = ({ at, adminName }: RememberedLayout['parts'][number]) =>
  ({ kind: 'remembered', at, adminName }) as const

/** The answers that count as given in this import. */
export const ownAnswers = (sources: readonly AnswerSource[]): ImportAnswers =>
  joinAnswers(
    sources.filter(({ kind }) => kind !== 'remembered').flatMap(({ answers }) => [...splitAnswers(answers).values()]),
  )
