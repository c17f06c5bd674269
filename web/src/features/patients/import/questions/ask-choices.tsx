import type { QuestionOf } from '@health-console/contract/patients/questions.ts'
import { isolate } from '../../../../lib/isolate.ts'
import { formatCount } from '../../../../lib/numbers.ts'
import { Segments } from '../../../../ui/buttons/segments.tsx'
import { type AskProps, type CellQuestion, chooseEither, withAnswers } from './answers.ts'
import { AskAll } from './ask.tsx'
import { counted, labelOf } from '../tables/column-names.ts'
import { SheetName } from './ask-sheets.tsx'
import { RowTable } from './rows-left-out.tsx'
import { showWritten } from '../../table/measure.tsx'
import { isAnswered } from './questions.ts'
import styles from './questions.module.css'
import { Data } from '../../../../ui/values/data.tsx'

const readings = {
  decimal_comma: { one: 'uses a decimal comma', several: 'use a decimal comma', is: 'Convert' },
  thousands: { one: 'uses thousands separators', several: 'use thousands separators', is: 'Convert' },
  unit_in_cell: { one: 'includes a unit', several: 'include a unit', is: 'Convert by the unit' },
  limit: { one: 'is a limit such as >89', several: 'are limits such as >89', is: 'Use the number' },
} as const

/** The title of a question about cells, and its answers. */
function cellWords(question: CellQuestion): { title: string; yes: string; no: string } {
  const { cells } = question
  if (question.kind === 'missing') {
    const title = `${question.value} in ${counted(cells, 'row')} may stand for “missing”`
    return { title, yes: 'Missing', no: 'A value' }
  }
  const { one, several, is } = readings[question.reading]
  const title = `${formatCount(cells)} of the values ${cells === 1 ? one : several}`
  return { title, yes: is, no: 'Reject the file and list them' }
}

/** Asks whether cells that are not plain numbers, or impossible numbers, are read as proposed. */
export function AskCells({ question, draft, reading, onDraft }: AskProps<CellQuestion>) {
  const { id, column } = question
  const { title, yes, no } = cellWords(question)
  const answer = draft.cells[id]
  return (
    <AskAll title={title} isAnswered={isAnswered(question, draft, reading)}>
      <Segments
        legend={`${labelOf(column)}: ${title}`}
        hidesLegend
        stacked
        options={[
          { value: 'yes', label: yes },
          { value: 'no', label: no },
        ]}
        value={answer === undefined ? null : answer ? 'yes' : 'no'}
        onChange={(value) => onDraft({ ...draft, cells: { ...draft.cells, [id]: value === 'yes' } })}
      />
      {question.kind === 'reading' && (
        <p className={`${styles.values} data`}>
          {question.samples.map(({ text, reads }, index) => (
            <span key={index}>
              <b>
                <Data>{text}</Data>
              </b>{' '}
              → <Data>{showWritten(column, reads)}</Data>
            </span>
          ))}
        </p>
      )}
    </AskAll>
  )
}

/** Asks which of several columns a heading means. */
export function AskEither({ question, draft, reading, onDraft }: AskProps<QuestionOf<'either'>>) {
  const { heading, columns } = question
  const isChosen = isAnswered(question, draft, reading)
  const values = reading.fileColumns.find((column) => column.heading === heading)?.samples ?? []
  return (
    <AskAll title={`${isolate(heading)} may mean ${columns.map(labelOf).join(' or ')}`} isAnswered={isChosen}>
      <Segments
        legend={`What ${isolate(heading)} means`}
        hidesLegend
        stacked
        options={[
          ...columns.map((column) => ({ value: column, label: labelOf(column) })),
          { value: 'neither', label: 'Neither' },
        ]}
        value={isChosen ? (columns.find((column) => draft.answers.columns?.[column]) ?? 'neither') : null}
        onChange={(value) => onDraft(chooseEither(draft, question, value === 'neither' ? null : value))}
      />
      <p className={`${styles.values} data`}>{values.map(isolate).join(', ')}</p>
    </AskAll>
  )
}

/** Asks what to do with rows that are probably not patients. */
export function AskRows({ question, draft, reading, onDraft }: AskProps<QuestionOf<'rows'>>) {
  const { of, count, rows, tables = [] } = question
  const isUnlike = of === 'unlike'
  const { unlikeRows, rowsWithoutId } = draft.answers
  const verb = isUnlike ? (count === 1 ? 'doesn’t look like a patient' : 'don’t look like patients') : undefined
  const title = `${counted(count, 'row')} ${verb ?? (count === 1 ? 'has no ID' : 'have no ID')}`
  return (
    <AskAll title={title} isAnswered={isAnswered(question, draft, reading)}>
      <Segments
        legend={`What to do: ${title}`}
        hidesLegend
        stacked
        options={[
          { value: 'leave_out', label: count === 1 ? 'Skip it' : 'Skip them' },
          ...(isUnlike ? [{ value: 'import', label: count === 1 ? 'Import as a patient' : 'Import as patients' }] : []),
          { value: 'reject', label: 'Reject the file and list them' },
        ]}
        value={(isUnlike ? unlikeRows : rowsWithoutId) ?? null}
        onChange={(value) => onDraft(withAnswers(draft, answerFor(value as NonNullable<typeof unlikeRows>)))}
      />
      {tables.map((table) => (
        <p key={`${table.sheet} ${table.row}`}>
          Row {formatCount(table.row)} begins another table with {counted(table.rows, 'row')}.
        </p>
      ))}
      <RowTable label={title} rows={rows} count={count} />
    </AskAll>
  )

  function answerFor(value: NonNullable<typeof unlikeRows>) {
    if (isUnlike) return { unlikeRows: value }
    return value === 'import' ? {} : { rowsWithoutId: value }
  }
}

/** Asks which of several rows with one member ID to use. */
export function AskRepeatedIds({ question, draft, reading, onDraft }: AskProps<QuestionOf<'repeated_ids'>>) {
  const { ids, rows, examples, sheets } = question
  const title = `${counted(ids, 'Member ID')} ${ids === 1 ? 'appears' : 'appear'} more than once (${counted(rows, 'row')})`
  const [first, last] = [sheets[0], sheets.at(-1)]
  return (
    <AskAll title={title} isAnswered={isAnswered(question, draft, reading)}>
      <Segments
        legend="Which row to use for each Member ID"
        hidesLegend
        stacked
        options={[
          { value: 'last', label: 'Use the last row' },
          { value: 'first', label: 'Use the first row' },
          { value: 'reject', label: 'Reject the file and list them' },
        ]}
        value={draft.answers.repeatedIds ?? null}
        onChange={(repeatedIds) => onDraft(withAnswers(draft, { repeatedIds }))}
      />
      <p className={`${styles.values} data`}>
        <span>For example {examples.map(isolate).join(', ')}</span>
        {first && last && first !== last && (
          <>
            <span>
              “Use the last row” takes the row from “<Data>{last.name}</Data>” if it’s there, “Use the first row” the
              one from “<Data>{first.name}</Data>”.
            </span>
            {sheets.map((sheet) => (
              <SheetName key={sheet.name} sheet={sheet} />
            ))}
          </>
        )}
      </p>
    </AskAll>
  )
}

/** Asks whether merged cells apply to every row. */
export function AskMerged({ question, draft, reading, onDraft }: AskProps<QuestionOf<'merged'>>) {
  const { ranges, headings } = question
  const { fillMerged } = draft.answers
  return (
    <AskAll
      title={`${formatCount(ranges)} merged ${ranges === 1 ? 'cell spans' : 'cells span'} several rows`}
      isAnswered={isAnswered(question, draft, reading)}
    >
      <Segments
        legend="Which rows a merged value applies to"
        hidesLegend
        stacked
        options={[
          { value: 'each', label: 'Apply to every row' },
          { value: 'first', label: 'First row only' },
        ]}
        value={fillMerged === undefined ? null : fillMerged ? 'each' : 'first'}
        onChange={(value) => onDraft(withAnswers(draft, { fillMerged: value === 'each' }))}
      />
      <p className={styles.values}>Under {headings.map(isolate).join(', ')}</p>
    </AskAll>
  )
}
