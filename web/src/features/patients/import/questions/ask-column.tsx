import { unitsOf } from '@health-console/contract/patients/units.ts'
import { useId } from 'react'
import { fetchedLater } from '../../../../shell/fetched-later.tsx'
import { formatDate, toDayValue } from '../../../../lib/dates.ts'
import { isolate } from '../../../../lib/isolate.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { FieldError } from '../../../../ui/fields/field.tsx'
import { SelectBox } from '../../../../ui/fields/select-box.tsx'
import { labelOf } from '../tables/column-names.ts'
import {
  type AskProps,
  chooseCountedTo,
  chooseHeading,
  chooseUnit,
  type ColumnQuestion,
  type Answer,
  unitOfEach,
} from './answers.ts'
import { headingChoices, notInFile } from './heading-choices.ts'
import { clashesOf, isAnswered, shownAnswer } from './questions.ts'
import { agesOn, isBornLater } from './reads.ts'
import styles from './questions.module.css'

const DatePicker = fetchedLater(async () => (await import('../../../../ui/dates/date-picker.tsx')).DatePicker)

/** Asks where a column is in the file, and in what unit. */
export function AskColumn(props: AskProps<ColumnQuestion>) {
  const { question, draft, reading, onDraft } = props
  const id = useId()
  const { columns } = question
  const name = columns.map(labelOf).join(' and ')
  const answer = shownAnswer(question, draft, reading)
  const isOpen = !isAnswered(question, draft, reading)
  const choices = headingChoices(question, reading)
  const chosen = choices.find((choice) => choice.fits(answer))
  const [clash] = answer ? columns.flatMap((column) => clashesOf(column, draft, reading)) : []
  const error = clash && `${isolate(answer?.heading ?? '')} is already used for ${labelOf(clash)}`
  const isMember = columns.includes('memberId')
  // A complete proposal is a plain field. Only the open answer is tinted.
  const isTinted = isOpen && (answer === undefined || error !== undefined)
  return (
    <>
      <div className={styles.what}>
        <SelectBox
          aria-label={`Heading for ${name}`}
          title={chosen?.label}
          aria-describedby={`${id}-texts`}
          aria-invalid={error ? true : undefined}
          invalid={error !== undefined}
          placeholder="Choose a column"
          open={isTinted}
          value={chosen?.value ?? null}
          options={choices}
          onChange={(value) => {
            const choice = choices.find((each) => each.value === value)
            if (choice) onDraft(chooseHeading(draft, question, reading, choice.heading, choice.isSplit))
          }}
        />
        <div id={`${id}-texts`} className={styles.texts}>
          {error && <FieldError>{error}</FieldError>}
          {answer === undefined && <p className={styles.values}>{isMember ? noId : 'No matching column found'}</p>}
        </div>
      </div>
      {answer === undefined && !isMember ? (
        <Button
          className={styles.not}
          aria-label={`${name} isn’t in this file`}
          onClick={() => onDraft(chooseHeading(draft, question, reading, null, false), true)}
        >
          {notInFile}
        </Button>
      ) : (
        <UnitOf {...props} answer={answer} isOpen={isOpen} />
      )}
    </>
  )
}

const noId =
  'No column was recognised as an ID. Choose one that has a different ID for each patient, or add one to the file. Use the same IDs in later files.'

type UnitProps = AskProps<ColumnQuestion> & { answer: Answer; isOpen: boolean }

function UnitOf({ question, draft, reading, onDraft, answer, isOpen }: UnitProps) {
  const [column] = question.columns
  const units = column === undefined ? [] : unitsOf(column)
  if (!answer || units.length < 2) return null
  const unitHeading = question.proposal?.unitHeading ?? null
  const each = unitHeading === null ? [] : [{ value: unitOfEach, label: `From the column ${isolate(unitHeading)}` }]
  return (
    <div className={styles.unit}>
      <SelectBox
        aria-label={`Unit of ${answer.heading}`}
        placeholder="Choose a unit"
        open={isOpen && answer.unit === undefined}
        value={answer.unitHeading === undefined ? (answer.unit ?? null) : unitOfEach}
        options={[...each, ...units.map(({ unit }) => ({ value: unit, label: unit }))]}
        onChange={(unit) => onDraft(chooseUnit(draft, question, reading, unit))}
      />
    </div>
  )
}

/** Asks for the date as of which ages are calculated, and shows the ages on that date. */
export function AgeDay({
  question,
  draft,
  reading,
  onDraft,
  answer,
}: AskProps<ColumnQuestion> & { answer: NonNullable<Answer> }) {
  const { countedTo } = answer
  const range = reading.fileColumns.find(({ heading }) => heading === answer.heading)?.range ?? []
  const ages = countedTo !== undefined ? agesOn(range, answer, countedTo) : null
  const fromName = draft.day?.iso === countedTo ? draft.day : null
  return (
    <div className={`${styles.below} ${styles.day}`} data-open={countedTo === undefined || undefined}>
      <DatePicker
        label="Calculate age as of"
        isSingle
        days={countedTo === undefined ? {} : { date: toDayValue(countedTo) }}
        onChange={({ date }) => onDraft(chooseCountedTo(draft, question, reading, date?.slice(0, 10) ?? null))}
      />
      <p className={styles.values} role="status">
        {ages && <span>{ages}.</span>}
        {fromName && <span>The {fromName.isMonth ? 'month' : 'date'} comes from the file name.</span>}
        {countedTo === undefined && <span>Choose the date on which the data was collected.</span>}
        {countedTo !== undefined && isBornLater(range, answer, countedTo) && (
          <span>A patient was born after {formatDate(countedTo)}.</span>
        )}
      </p>
    </div>
  )
}

/** The name of the button: "Confirm: split Blood Pressure into Systolic BP and Diastolic BP, mmHg". */
export function confirmText({ columns }: ColumnQuestion, answer: Answer): string {
  const names = columns.map(labelOf).join(' and ')
  const unitOfAll = answer?.unit ? `, ${answer.unit}` : ''
  const unit = answer?.unitHeading ? `, units from ${answer.unitHeading}` : unitOfAll
  if (answer?.half) return `Confirm: split ${answer.heading} into ${names}${unit}`
  return `Confirm: ${answer?.heading} is ${names}${unit}`
}
