import type { PatientSheet, QuestionOf } from '@health-console/contract/patients/questions.ts'
import { useState } from 'react'
import { isolate } from '../../../../lib/isolate.ts'
import { Checkbox } from '../../../../ui/fields/checkbox.tsx'
import { Segments } from '../../../../ui/buttons/segments.tsx'
import { type AskProps, withAnswers } from './answers.ts'
import { AskAll } from './ask.tsx'
import { counted } from '../tables/column-names.ts'
import { isAnswered } from './questions.ts'
import styles from './questions.module.css'
import { Data } from '../../../../ui/values/data.tsx'

const namedAtMost = 6

/** Asks which of several sheets with patients to import. */
export function AskSheets({ question, draft, reading, onDraft }: AskProps<QuestionOf<'sheets'>>) {
  const { sheets, likeliest } = question
  const chosen = draft.answers.sheets
  const [isChoosing, setIsChoosing] = useState(false)
  const choose = (names: string[]) => onDraft(withAnswers(draft, { sheets: names }))
  const all = sheets.map(({ name }) => name)
  const value = isChoosing || !chosen ? null : chosen.length === all.length ? 'all' : 'one'
  const isOther = chosen !== undefined && value === 'one' && (chosen.length > 1 || chosen[0] !== likeliest)
  const shown = isChoosing || isOther ? 'some' : value
  return (
    <AskAll title={`${sheets.length} sheets contain patients`} isAnswered={isAnswered(question, draft, reading)}>
      <Segments
        legend="Sheets to import"
        hidesLegend
        stacked
        options={[
          { value: 'one', label: `Only “${isolate(likeliest)}”` },
          { value: 'all', label: `Combine ${all.length === 2 ? 'both' : `all ${all.length}`} (${rowsOf(sheets)})` },
          { value: 'some', label: 'Choose sheets' },
        ]}
        value={shown}
        onChange={(next) => {
          setIsChoosing(next === 'some')
          if (next === 'one') choose([likeliest])
          if (next === 'all') choose(all)
        }}
      />
      {shown === 'some' ? (
        <div className={styles.ticks}>
          {sheets.map((sheet) => (
            <Checkbox
              key={sheet.name}
              label={<SheetName sheet={sheet} />}
              checked={chosen?.includes(sheet.name) ?? false}
              onChange={({ target }) =>
                choose(all.filter((each) => (each === sheet.name ? target.checked : chosen?.includes(each))))
              }
            />
          ))}
        </div>
      ) : (
        <p className={`${styles.values} data`}>
          {sheets.slice(0, namedAtMost).map((sheet) => (
            <SheetName key={sheet.name} sheet={sheet} />
          ))}
          {sheets.length > namedAtMost && <span>and {sheets.length - namedAtMost} more</span>}
        </p>
      )}
    </AskAll>
  )
}

/** A sheet, its rows, and the days that its dates are from. */
export function SheetName({ sheet: { name, rows, days } }: { sheet: PatientSheet }) {
  return (
    <span>
      <b>
        <Data>{name}</Data>
      </b>{' '}
      <span>{`${counted(rows, 'row')}${days.length > 0 ? `, dated ${[...new Set(days)].join(' to ')}` : ''}`}</span>
    </span>
  )
}

const rowsOf = (sheets: readonly PatientSheet[]) =>
  counted(
    sheets.reduce((sum, sheet) => sum + sheet.rows, 0),
    'row',
  )
