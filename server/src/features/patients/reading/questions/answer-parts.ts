import type { ColumnAnswer, ImportAnswers } from '@health-console/contract/patients/answers.ts'
import { type PatientColumnKey, patientColumns } from '@health-console/contract/patients/patients.ts'

const whole = ['sheets', 'rowsWithoutId', 'unlikeRows', 'repeatedIds', 'fillMerged', 'bodies'] as const

/** Does not compile if an answer is missing above. */
type Missing = Exclude<keyof ImportAnswers, (typeof whole)[number] | 'columns' | 'words'>
true satisfies Missing extends never ? true : Missing

/** One answer of many: which column of the file it is, how its cells are read, what one value means, or anything else. */
export type AnswerPart =
  | { kind: 'column'; column: PatientColumnKey; answer: ColumnAnswer | null }
  | { kind: 'readings' | 'missing'; column: PatientColumnKey; answer: ColumnAnswer }
  | { kind: 'word'; column: PatientColumnKey; word: string; meaning: string | null }
  | { kind: 'whole'; name: (typeof whole)[number]; answers: ImportAnswers }

/** Identifies what an answer is about. */
function partIdOf(part: AnswerPart): string {
  if (part.kind === 'whole') return part.name
  return part.kind === 'word' ? `word:${part.column}:${part.word}` : `${part.kind}:${part.column}`
}

/** The answers one by one, by what they are about. */
export function splitAnswers(answers: ImportAnswers): Map<string, AnswerPart> {
  const found: AnswerPart[] = []
  for (const { key: column } of patientColumns) {
    const answer = answers.columns?.[column]
    if (answer === undefined) continue
    if (answer === null) {
      found.push({ kind: 'column', column, answer })
      continue
    }
    const { readings, missing, ...aboutColumn } = answer
    const { heading, ...more } = aboutColumn
    // An answer about cells repeats the heading of its column.
    const isAboutCells = readings !== undefined || missing !== undefined
    if (!isAboutCells || Object.keys(more).length > 0) found.push({ kind: 'column', column, answer: aboutColumn })
    if (readings) found.push({ kind: 'readings', column, answer: { heading, readings } })
    if (missing) found.push({ kind: 'missing', column, answer: { heading, missing } })
  }
  for (const { key: column } of patientColumns) {
    for (const [word, meaning] of Object.entries(answers.words?.[column] ?? {}))
      found.push({ kind: 'word', column, word, meaning })
  }
  for (const name of whole)
    if (answers[name] !== undefined) found.push({ kind: 'whole', name, answers: { [name]: answers[name] } })
  return new Map(found.map((part) => [partIdOf(part), part]))
}

/** The reverse of `splitAnswers`. */
export function joinAnswers(parts: Iterable<AnswerPart>): ImportAnswers {
  let joined: ImportAnswers = {}
  const columns: NonNullable<ImportAnswers['columns']> = {}
  const words = new Map<PatientColumnKey, [string, string | null][]>()
  for (const part of parts) {
    if (part.kind === 'whole') joined = { ...joined, ...part.answers }
    else if (part.kind === 'word')
      words.set(part.column, [...(words.get(part.column) ?? []), [part.word, part.meaning]])
    else columns[part.column] = part.answer && { ...columns[part.column], ...part.answer }
  }
  // A value may be "__proto__": entries become own properties, whatever their name.
  const meanings = [...words].map(([column, entries]) => [column, Object.fromEntries(entries)] as const)
  return {
    ...joined,
    ...(Object.keys(columns).length > 0 && { columns }),
    ...(meanings.length > 0 && { words: Object.fromEntries(meanings) }),
  }
}
