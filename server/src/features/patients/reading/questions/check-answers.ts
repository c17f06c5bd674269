import type { ErrorField } from '@health-console/contract/errors.ts'
import type { ColumnAnswer, ImportAnswers } from '@health-console/contract/patients/answers.ts'
import { unitsOf } from '@health-console/contract/patients/units.ts'
import {
  isIdColumn,
  isPressure,
  type PatientColumnKey,
  patientColumns,
  sexes,
} from '@health-console/contract/patients/patients.ts'
import { chosenSheets, joinColumns } from '../survey/choose-sheets.ts'
import { headingOf } from '../words/own-headings.ts'
import { answeredHalf, findByHeading } from '../mapping/map-columns.ts'
import { proposeColumns } from '../mapping/propose-columns.ts'
import type { FileSurvey, SurveyedColumn } from '../survey/survey-sheet.ts'

/** The answers that are impossible, for this file or any file. */
export function checkAnswers(survey: FileSurvey, answers: ImportAnswers): ErrorField[] {
  const names = answers.sheets ?? []
  const unknown = names.find((name) => survey.sheets.every((sheet) => sheet.name !== name))
  if (unknown !== undefined) {
    return [{ path: 'sheets', message: `The file has no sheet “${unknown}” with patients` }]
  }
  if (new Set(names).size < names.length) return [{ path: 'sheets', message: 'List each sheet only once' }]
  const columns = joinColumns(chosenSheets(survey.sheets, names))
  const errors = patientColumns.flatMap(({ key }) => checkColumn(key, answers.columns?.[key], columns))
  return [...errors, ...checkTwice(answers, columns), ...checkWords(answers)]
}

function checkColumn(
  key: PatientColumnKey,
  answer: ColumnAnswer | null | undefined,
  columns: readonly SurveyedColumn[],
): ErrorField[] {
  const path = `columns.${key}`
  if (answer === undefined) return []
  if (answer === null) return key === 'memberId' ? [{ path, message: 'Every row needs a Member ID' }] : []
  if (!findByHeading(columns, answer.heading)) {
    return [{ path: `${path}.heading`, message: `The file has no column “${answer.heading}”` }]
  }
  if (answer.unitHeading !== undefined && !findByHeading(columns, answer.unitHeading)) {
    return [{ path: `${path}.unitHeading`, message: `The file has no column “${answer.unitHeading}”` }]
  }
  const units = unitsOf(key).map(({ unit }) => unit)
  if (answer.unit !== undefined && !units.includes(answer.unit)) {
    return [
      {
        path: `${path}.unit`,
        message: units.length > 0 ? `Must be one of ${units.join(', ')}` : 'This column has no unit',
      },
    ]
  }
  if (answer.half !== undefined && !isPressure(key))
    return [{ path: `${path}.half`, message: 'Only blood pressures can be split' }]
  return []
}

/** One column of the file is one of the table, unless it is split. */
function checkTwice(answers: ImportAnswers, columns: readonly SurveyedColumn[]): ErrorField[] {
  const { columns: answered } = answers
  const certain = proposeColumns(columns).filter(({ isCertain, keys }) => {
    return isCertain && keys.every((key) => answered?.[key] === undefined)
  })
  const taken = new Map(
    certain.map(({ column, keys: [key] }) => [column?.label ?? '', { key, half: undefined as unknown }]),
  )
  return patientColumns.flatMap(({ key }) => {
    const answer = answered?.[key]
    const label = answer ? findByHeading(columns, answer.heading)?.label : undefined
    if (!answer || label === undefined) return []
    const previous = taken.get(label)
    const half = answeredHalf(key, answers)
    taken.set(label, { key, half })
    if (!previous?.key || (half !== undefined && previous.half !== undefined && previous.half !== half)) return []
    return [{ path: `columns.${key}.heading`, message: `“${label}” is already ${headingOf(previous.key)}` }]
  })
}

function checkWords({ words }: ImportAnswers): ErrorField[] {
  return Object.entries(words ?? {}).flatMap(([key, meanings]) => {
    const allowed = allowedMeanings(key as PatientColumnKey)
    if (!allowed) return []
    const wrong = Object.values(meanings ?? {}).some((meaning) => meaning !== null && !allowed.includes(meaning))
    const message =
      allowed.length > 0 ? `Must be one of ${allowed.join(', ')}, or null` : 'Must be null: this text isn’t a value'
    return wrong ? [{ path: `words.${key}`, message }] : []
  })
}

/** Undefined if a value may have any meaning. */
function allowedMeanings(key: PatientColumnKey): string[] | undefined {
  if (key === 'sex') return [...sexes]
  return isIdColumn(key) || unitsOf(key).length > 0 ? [] : undefined
}
