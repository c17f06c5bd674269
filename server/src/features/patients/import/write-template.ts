import type { Readable } from 'node:stream'
import { maxFindingLength, maxIdLength, patientBounds } from '@health-console/contract/patients/checks.ts'
import { type PatientColumnKey, patientColumns } from '@health-console/contract/patients/patients.ts'
import { columnLetters } from '../../../core/spreadsheet/references.ts'
import type { ColumnRule } from '../../../core/spreadsheet/sheet-rules.ts'
import { writeWorkbook, type WrittenCell } from '../../../core/spreadsheet/write-workbook.ts'
import { infantAge, possibleBodies } from '../reading/words/body-limits.ts'
import { usualWords } from '../reading/words/words.ts'

// The empty table for those who send files. Spreadsheet programs check what is typed into it by the rules of the import,
// so that a table without a marked or coloured cell asks nothing and has no warnings.

const instructionsWidth = 110
/** The usual texts in place of a missing ID. */
const placeholders = ['NA', 'N/A', 'NaN', 'NULL', 'nil', '?', '-', '.']

/** Writes the template: an empty sheet that checks its values, and a sheet with the same rules in words. */
export function writeTemplate(): Readable {
  const headings = patientColumns.map(({ heading }): WrittenCell => ({ look: 'heading', text: heading }))
  const rules = patientColumns.map(({ key, heading }, column) => ({ column, title: heading, ...ruleOf(key) }))
  const wholeRow = `$A2:$${columnLetters(patientColumns.length - 1)}2`
  const coloured = (['memberId', 'subjectId'] as const).flatMap((key) => {
    const column = patientColumns.findIndex((each) => each.key === key)
    return [{ column }, { column, formula: `AND(${columnOf(key)}2="",COUNTA(${wholeRow})>0)` }]
  })
  const instructions = [
    'Enter one patient per row in the sheet “Patients”, directly below the headings. Do not change the headings.',
    'Leave a cell empty if its value is unknown. Every patient needs a Member ID that stays the same in later files.',
    'An ID is coloured if it is missing or occurs in another row, too. A missing or repeated Subject ID is only a warning. The import asks about an ID without a digit if nearly all others have one.',
    'Pasted values are not checked while you paste. In LibreOffice, choose Tools > Detective > Mark Invalid Data afterwards. In Excel, choose Data > Data Validation > Circle Invalid Data.',
    ...rules.map(({ title, message }) => `${title}: ${message}`),
  ]
  return writeWorkbook([
    {
      name: 'Patients',
      columns: patientColumns,
      isFrozen: true,
      batches: [{ rows: [{ rowNumber: 1, cells: headings }] }],
      rules: { columns: rules, coloured },
    },
    {
      name: 'Rules',
      columns: [{ type: 'text', width: instructionsWidth }],
      batches: [{ rows: instructions.map((text, index) => ({ rowNumber: index + 1, cells: [text] })) }],
    },
  ])
}

type Rule = { message: string; isAdvice?: boolean } & (
  | Pick<Extract<ColumnRule, { type: 'list' }>, 'type' | 'values'>
  | Pick<Extract<ColumnRule, { type: 'whole' | 'decimal' }>, 'type' | 'min' | 'max'>
  | Pick<Extract<ColumnRule, { type: 'custom' }>, 'type' | 'formula'>
)

function ruleOf(key: PatientColumnKey): Rule {
  const bounds = patientBounds[key]
  const limits = bounds && `from ${bounds.min} to ${bounds.max} ${bounds.unit}`
  const within = { min: String(bounds?.min), max: String(bounds?.max) }
  switch (key) {
    case 'memberId':
    case 'subjectId':
      return {
        type: 'custom',
        formula: idFormula(`${columnOf(key)}2`),
        message: `Enter a text of at most ${maxIdLength} characters, or a whole number of at most 15 digits. Spaces at its ends, line breaks and placeholders such as N/A are not accepted. No other row may have the same ID.`,
      }
    case 'sex':
      return { type: 'list', values: ['Female', 'Male'], message: 'Choose Female or Male, or leave the cell empty.' }
    case 'age':
      return { type: 'whole', ...within, message: `Enter the completed years: a whole number ${limits}.` }
    case 'height':
    case 'systolicBloodPressure':
      return { type: 'decimal', ...within, message: `Enter a number ${limits}.` }
    case 'weight':
      return {
        type: 'decimal',
        min: `MAX(${within.min},${lowestBmi}*${squareMetres})`,
        max: `IF(${squareMetres}>0,MIN(${within.max},${highestBmi}*${squareMetres}),${within.max})`,
        message: `Enter a number ${limits} that a patient of this height can have: the BMI is from ${possibleBodies.bmi.join(' to ')}, or below ${infantAge} years from ${possibleBodies.infantBmi.join(' to ')}.`,
      }
    case 'diastolicBloodPressure':
      return {
        type: 'decimal',
        min: within.min,
        max: `IF(${cell('systolicBloodPressure')}>0,MIN(${within.max},${cell('systolicBloodPressure')}-0.001),${within.max})`,
        message: `Enter a number ${limits} that is below the systolic pressure.`,
      }
    case 'bmi':
      return {
        type: 'decimal',
        min: `IF(${hasBody},MAX(${within.min},${ownBmi}/1.09),${within.min})`,
        max: `IF(${hasBody},MIN(${within.max},${ownBmi}*1.09),${within.max})`,
        message: `Enter a number ${limits} that fits the height and weight of the row, or leave the cell empty.`,
      }
    default:
      return {
        type: 'list',
        values: usualWords[key] ?? [],
        isAdvice: true,
        message: `Choose a value from the list. Another text of at most ${maxFindingLength} characters is imported as it is, but codes such as 1 or yes lead to a question.`,
      }
  }
}

const columnOf = (key: PatientColumnKey) => columnLetters(patientColumns.findIndex((column) => column.key === key))

/** The number in the row's cell of a column; 0 for an empty cell and for a text. */
const cell = (key: PatientColumnKey) => `N(${columnOf(key)}2)`

function idFormula(id: string): string {
  // Excel reveals by the format whether a number is a date; LibreOffice cannot.
  const isWhole = `AND(${id}=INT(${id}),ABS(${id})<1E15,LEFT(CELL("format",${id}))<>"D")`
  const isPlaceholder = `ISNUMBER(FIND("|"&UPPER(${id})&"|","|${placeholders.join('|').toUpperCase()}|"))`
  const isText = `AND(ISTEXT(${id}),LEN(${id})<=${maxIdLength},LEFT(${id})<>" ",RIGHT(${id})<>" ",CLEAN(${id})=${id},NOT(${isPlaceholder}))`
  return `IF(ISNUMBER(${id}),${isWhole},${isText})`
}

const squareMetres = `(${cell('height')}/100)^2`
const isInfant = `AND(ISNUMBER(${columnOf('age')}2),${cell('age')}<${infantAge})`
const lowestBmi = `IF(${isInfant},${possibleBodies.infantBmi[0]},${possibleBodies.bmi[0]})`
const highestBmi = `IF(${isInfant},${possibleBodies.infantBmi[1]},${possibleBodies.bmi[1]})`
const hasBody = `AND(${cell('height')}>0,${cell('weight')}>0)`
const ownBmi = `${cell('weight')}/${squareMetres}`
