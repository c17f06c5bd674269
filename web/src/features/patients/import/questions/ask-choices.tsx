import { isolate } from '../../../../lib/isolate.ts'
import { formatCount } from '../../../../lib/numbers.ts'
import { Segments } from '../../../../ui/buttons/segments.tsx'
import { chooseEither, type QuestionOf, withAnswers } from './answers.ts'
import type { AskProps } from './ask-column.tsx'
import { AskAll } from './ask.tsx'
import { labelOf } from '../tables/column-names.ts'
import { isAnswered } from './questions.ts'
import styles from './questions.module.css'

const readings = {
  decimal_comma: { has: 'a decimal comma', is: 'Read as decimals' },
  unit_in_cell: { has: 'a unit beside the number', is: 'Read the number' },
  limit: { has: 'a limit', is: 'Read the limit' },
} as const

/** Whether cells that are not plain numbers are read as proposed. */
export function AskReading({ question, draft, reading, onDraft }: AskProps<QuestionOf<'reading'>>) {
  const { column, cells, samples } = question
  const words = readings[question.reading]
  const answer = draft.readings[question.id]
  const count = `${formatCount(cells)} ${cells === 1 ? 'value has' : 'values have'}`
  return (
    <AskAll title={`${labelOf(column)}: ${count} ${words.has}`} isAnswered={isAnswered(question, draft, reading)}>
      <Segments
        legend={`${labelOf(column)}: how to read values with ${words.has}`}
        hidesLegend
        stacked
        options={[
          { value: 'yes', label: words.is },
          { value: 'no', label: 'List them as errors' },
        ]}
        value={answer === undefined ? null : answer ? 'yes' : 'no'}
        onChange={(value) => onDraft({ ...draft, readings: { ...draft.readings, [question.id]: value === 'yes' } })}
      />
      <p className={`${styles.values} data`}>
        {samples.map(({ text, reads }, index) => (
          <span key={index}>
            <b>{isolate(text)}</b> reads {isolate(reads)}
          </span>
        ))}
      </p>
    </AskAll>
  )
}

/** Which of several columns a heading means. */
export function AskEither({ question, draft, reading, onDraft }: AskProps<QuestionOf<'either'>>) {
  const { heading, columns } = question
  const isSaid = isAnswered(question, draft, reading)
  const values = reading.fileColumns.find((column) => column.heading === heading)?.samples ?? []
  return (
    <AskAll title={`${isolate(heading)} may mean ${columns.map(labelOf).join(' or ')}`} isAnswered={isSaid}>
      <Segments
        legend={`What ${isolate(heading)} means`}
        hidesLegend
        stacked
        options={[
          ...columns.map((column) => ({ value: column, label: labelOf(column) })),
          { value: 'neither', label: 'Neither' },
        ]}
        value={isSaid ? (columns.find((column) => draft.answers.columns?.[column]) ?? 'neither') : null}
        onChange={(value) => onDraft(chooseEither(draft, question, value === 'neither' ? null : value))}
      />
      <p className={`${styles.values} data`}>{values.map(isolate).join(', ')}</p>
    </AskAll>
  )
}

/** Which of several rows with one member ID. */
export function AskRepeatedIds({ question, draft, reading, onDraft }: AskProps<QuestionOf<'repeated_ids'>>) {
  const { ids, rows, examples } = question
  const title = `${formatCount(ids)} member ${ids === 1 ? 'ID has' : 'IDs have'} several rows, ${formatCount(rows)} in all`
  return (
    <AskAll title={title} isAnswered={isAnswered(question, draft, reading)}>
      <Segments
        legend="Which row of a member ID counts"
        hidesLegend
        stacked
        options={[
          { value: 'last', label: 'Take the last row' },
          { value: 'first', label: 'Take the first row' },
          { value: 'reject', label: 'List them as errors' },
        ]}
        value={draft.answers.repeatedIds ?? null}
        onChange={(repeatedIds) => onDraft(withAnswers(draft, { repeatedIds }))}
      />
      <p className={`${styles.values} data`}>Such as {examples.map(isolate).join(', ')}</p>
    </AskAll>
  )
}

/** Whether merged cells fill down. */
export function AskMerged({ question, draft, reading, onDraft }: AskProps<QuestionOf<'merged'>>) {
  const { ranges, headings } = question
  const { fillMerged } = draft.answers
  return (
    <AskAll
      title={`${formatCount(ranges)} merged ${ranges === 1 ? 'cell covers' : 'cells cover'} several rows`}
      isAnswered={isAnswered(question, draft, reading)}
    >
      <Segments
        legend="Whether a merged value counts for each of its rows"
        hidesLegend
        stacked
        options={[
          { value: 'each', label: 'Fill each row' },
          { value: 'first', label: 'First row only' },
        ]}
        value={fillMerged === undefined ? null : fillMerged ? 'each' : 'first'}
        onChange={(value) => onDraft(withAnswers(draft, { fillMerged: value === 'each' }))}
      />
      <p className={styles.values}>Under {headings.map(isolate).join(', ')}</p>
    </AskAll>
  )
}
