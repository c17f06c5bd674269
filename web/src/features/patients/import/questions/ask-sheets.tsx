import { useState } from 'react'
import { isolate } from '../../../../lib/isolate.ts'
import { formatCount } from '../../../../lib/numbers.ts'
import { Checkbox } from '../../../../ui/fields/checkbox.tsx'
import { Segments } from '../../../../ui/buttons/segments.tsx'
import { type QuestionOf, withAnswers } from './answers.ts'
import type { AskProps } from './ask-column.tsx'
import { AskAll } from './ask.tsx'
import { isAnswered } from './questions.ts'
import styles from './questions.module.css'

const namedAtMost = 6

/** Which of several sheets with patients. */
export function AskSheets({ question, draft, reading, onDraft }: AskProps<QuestionOf<'sheets'>>) {
  const { sheets } = question
  const [likeliest, ...others] = sheets
  const chosen = draft.answers.sheets
  const [isChoosing, setIsChoosing] = useState(false)
  const choose = (names: string[]) => onDraft(withAnswers(draft, { sheets: names }))
  const all = sheets.map(({ name }) => name)
  const value = isChoosing || !chosen ? null : chosen.length === all.length ? 'all' : 'one'
  const isOther = chosen !== undefined && value === 'one' && (chosen.length > 1 || chosen[0] !== likeliest?.name)
  const shown = isChoosing || isOther ? 'some' : value
  return (
    <AskAll title={titleOf(others)} isAnswered={isAnswered(question, draft, reading)}>
      <Segments
        legend="Sheets to import"
        hidesLegend
        stacked
        options={[
          { value: 'one', label: `This sheet, ${rowsOf(sheets.slice(0, 1))}` },
          { value: 'all', label: `Join ${all.length === 2 ? 'both' : `all ${all.length}`}, ${rowsOf(sheets)}` },
          { value: 'some', label: 'Choose sheets' },
        ]}
        value={shown}
        onChange={(next) => {
          setIsChoosing(next === 'some')
          if (next === 'one') choose(all.slice(0, 1))
          if (next === 'all') choose(all)
        }}
      />
      {shown === 'some' ? (
        <div className={styles.ticks}>
          {sheets.map(({ name, rows }) => (
            <Checkbox
              key={name}
              label={
                <span>
                  <b>{isolate(name)}</b> {formatCount(rows)}
                </span>
              }
              checked={chosen?.includes(name) ?? false}
              onChange={({ target }) =>
                choose(all.filter((each) => (each === name ? target.checked : chosen?.includes(each))))
              }
            />
          ))}
        </div>
      ) : (
        <p className={`${styles.values} data`}>
          {sheets.slice(0, namedAtMost).map(({ name, rows }, index) => (
            <span key={name}>
              {index === 0 ? <b>{isolate(name)}</b> : <span>{isolate(name)}</span>} <span>{formatCount(rows)}</span>
            </span>
          ))}
          {sheets.length > namedAtMost && <span>and {sheets.length - namedAtMost} more</span>}
        </p>
      )}
    </AskAll>
  )
}

type Sheets = QuestionOf<'sheets'>['sheets']

/** "5 more sheets hold 5,434 rows" */
function titleOf(others: Sheets): string {
  return `${others.length} more ${others.length === 1 ? 'sheet holds' : 'sheets hold'} ${rowsOf(others)}`
}

function rowsOf(sheets: Sheets): string {
  const rows = sheets.reduce((sum, sheet) => sum + sheet.rows, 0)
  return `${formatCount(rows)} ${rows === 1 ? 'row' : 'rows'}`
}
