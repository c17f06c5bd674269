import { columnLetters } from './references.ts'
import { escapeText } from './zip-workbook.ts'

/** What a spreadsheet program accepts below a heading. Formulas are written for row 2; empty cells are accepted. */
export type ColumnRule = {
  /** The index of the column. */
  column: number
  title: string
  /** What the program shows for another value. */
  message: string
  /** Whether the program also accepts another value after showing the message. */
  isAdvice?: boolean
} & (
  | { type: 'list'; values: readonly string[] }
  | { type: 'whole' | 'decimal'; min: string; max: string }
  | { type: 'custom'; formula: string }
)

/** Cells below a heading that programs colour: those whose value occurs again, or for which a formula is true. */
type ColouredCells = { column: number; formula?: string }

export type SheetRules = { columns: readonly ColumnRule[]; coloured: readonly ColouredCells[] }

const lastRow = 1_048_576

/** The rules in the order in which a worksheet contains them. */
export function rulesXml({ columns, coloured }: SheetRules): string {
  const formats = coloured.map(
    ({ column, formula }, index) =>
      `<conditionalFormatting sqref="${below(column)}"><cfRule type="${formula === undefined ? 'duplicateValues' : 'expression'}" dxfId="0" priority="${index + 1}">${formula === undefined ? '' : `<formula>${escapeText(formula)}</formula>`}</cfRule></conditionalFormatting>`,
  )
  const validations = columns.map(validationXml).join('')
  return `${formats.join('')}<dataValidations count="${columns.length}">${validations}</dataValidations>`
}

function validationXml(rule: ColumnRule): string {
  const style = rule.isAdvice ? ' errorStyle="warning"' : ''
  const message = `showErrorMessage="1" errorTitle="${attribute(rule.title)}" error="${attribute(rule.message)}"`
  const formulas = formulasOf(rule).map(
    (formula, index) => `<formula${index + 1}>${escapeText(formula)}</formula${index + 1}>`,
  )
  return `<dataValidation type="${rule.type}" allowBlank="1"${style} ${message} sqref="${below(rule.column)}">${formulas.join('')}</dataValidation>`
}

function formulasOf(rule: ColumnRule): string[] {
  if (rule.type === 'list') return [`"${rule.values.join(',')}"`]
  return rule.type === 'custom' ? [rule.formula] : [rule.min, rule.max]
}

const below = (column: number) => `${columnLetters(column)}2:${columnLetters(column)}${lastRow}`
const attribute = (text: string) => escapeText(text).replaceAll('"', '&quot;')
