import type { ImportReading } from '@health-console/contract/patient-questions.ts'
import { dateOfBirth, unitsOf } from '@health-console/contract/patient-units.ts'
import { useId } from 'react'
import { isolate } from '../../../../lib/isolate.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { Field, FieldError } from '../../../../ui/fields/field.tsx'
import { InputBox } from '../../../../ui/fields/input-box.tsx'
import { SelectBox } from '../../../../ui/fields/select-box.tsx'
import {
  chooseCountedTo,
  chooseHeading,
  chooseUnit,
  type ColumnQuestion,
  confirmPlace,
  type Draft,
  type Place,
} from './answers.ts'
import { Ask } from './ask.tsx'
import { labelOf } from '../tables/column-names.ts'
import { headingChoices, notInFile } from './heading-choices.ts'
import { canConfirm, clashesOf, isAnswered, shownPlace } from './questions.ts'
import { firstReading } from './reads.ts'
import styles from './questions.module.css'

export type AskProps<Question> = {
  question: Question
  draft: Draft
  reading: ImportReading
  /** @param isDone the pressed button goes, so the focus moves to the next question */
  onDraft: (draft: Draft, isDone?: boolean) => void
}

/** Where a column is in the file, and in what unit. */
export function AskColumn({ question, draft, reading, onDraft }: AskProps<ColumnQuestion>) {
  const id = useId()
  const { columns } = question
  const name = columns.map(labelOf).join(', ')
  const place = shownPlace(question, draft, reading)
  const isOpen = !isAnswered(question, draft, reading)
  const choices = headingChoices(question, reading)
  const chosen = choices.find((choice) => choice.fits(place))
  const [clash] = place ? columns.flatMap((column) => clashesOf(column, draft, reading)) : []
  const error = clash && `${isolate(place?.heading ?? '')} is ${labelOf(clash)} already`
  const samples = place ? reading.fileColumns.find(({ heading }) => heading === place.heading)?.samples : undefined
  return (
    <Ask
      name={name}
      isAnswered={!isOpen}
      confirms={canConfirm(question, draft, reading) ? confirmText(question, place) : undefined}
      onConfirm={() => onDraft(confirmPlace(draft, question), true)}
    >
      <div className={styles.what}>
        <SelectBox
          aria-label={`Heading for ${columns.map(labelOf).join(' and ')}`}
          aria-describedby={`${id}-values`}
          aria-invalid={error ? true : undefined}
          invalid={error !== undefined}
          placeholder="Choose a heading"
          open={isOpen && !isComplete(place)}
          value={chosen?.value ?? null}
          options={choices}
          onChange={(value) => {
            const choice = choices.find((each) => each.value === value)
            if (choice) onDraft(chooseHeading(draft, question, reading, choice.heading, choice.isSplit))
          }}
        />
        <div id={`${id}-values`} className={styles.texts}>
          {error && <FieldError>{error}</FieldError>}
          {samples && <Samples values={samples} />}
          {place === undefined && (
            <p className={styles.values}>{columns.includes('memberId') ? noId : 'No heading is like it'}</p>
          )}
        </div>
      </div>
      {place === undefined && !columns.includes('memberId') ? (
        <Button
          className={styles.not}
          aria-label={`${name} is not in this file`}
          onClick={() => onDraft(chooseHeading(draft, question, reading, null, false), true)}
        >
          {notInFile}
        </Button>
      ) : (
        <div className={styles.unit}>
          <UnitOf question={question} draft={draft} reading={reading} onDraft={onDraft} place={place} isOpen={isOpen} />
          <p className={`${styles.values} data`}>{firstReading(samples ?? [], columns, place)}</p>
        </div>
      )}
    </Ask>
  )
}

/** A date of birth lacks the day first: that field waits for the answer, not the heading. */
const isComplete = (place: Place) => place?.unit === dateOfBirth && place.countedTo === undefined

function Samples({ values }: { values: readonly string[] }) {
  return (
    <p className={`${styles.values} data`}>
      <span className="sr-only">First values: </span>
      {values.map((value, index) => (
        <span key={index}>{isolate(value)}</span>
      ))}
    </p>
  )
}

const noId =
  'No heading names an ID, and no column has values that look like IDs and are all different. Choose the column, or add one with an ID for each patient that stays the same in later files.'

type UnitProps = AskProps<ColumnQuestion> & { place: Place; isOpen: boolean }

function UnitOf({ question, draft, reading, onDraft, place, isOpen }: UnitProps) {
  const [column] = question.columns
  const units = column === undefined ? [] : unitsOf(column)
  if (!place || units.length < 2) return null
  const isBirth = place.unit === dateOfBirth
  return (
    <>
      <SelectBox
        aria-label={`Unit of ${place.heading}`}
        placeholder="Choose a unit"
        open={isOpen && !isComplete(place)}
        value={place.unit ?? null}
        options={units.map(({ unit }) => ({ value: unit, label: unit }))}
        onChange={(unit) => onDraft(chooseUnit(draft, question, reading, unit))}
      />
      {isBirth && (
        <Field label="Counted to">
          {(control) => (
            <InputBox className={place.countedTo === undefined ? styles.openDay : undefined}>
              <input
                {...control}
                type="date"
                min="1900-01-01"
                data-open={place.countedTo === undefined || undefined}
                value={place.countedTo ?? ''}
                onChange={({ target }) => {
                  const day = target.validity.valid && target.value !== '' ? target.value : null
                  onDraft(chooseCountedTo(draft, question, reading, day))
                }}
              />
            </InputBox>
          )}
        </Field>
      )}
    </>
  )
}

/** "Confirm: split Blood Pressure into Systolic BP and Diastolic BP, mmHg" */
function confirmText({ columns }: ColumnQuestion, place: Place): string {
  const names = columns.map(labelOf).join(' and ')
  const unit = place?.unit ? `, ${place.unit}` : ''
  if (place?.half) return `Confirm: split ${place.heading} into ${names}${unit}`
  return `Confirm: ${place?.heading} is ${names}${unit}`
}
