import { columnLetters } from '../../../core/spreadsheet/references.ts'
import { type NoTable, searchedRows } from './survey/find-heading-row.ts'
import { headingOf } from './words/own-headings.ts'
import { rejection, type RejectedImport } from './import-error.ts'

/** A sheet that is not imported. */
export type PassedSheet = { name: string; found: NoTable }

const namedSheets = 10
const howTo = `One row must contain the headings: ${headingOf('memberId')}, ${headingOf('subjectId')} and so on, as in the template.`
const list = new Intl.ListFormat('en-GB')

/** The error for a file in which no sheet has the headings; it lists what each sheet contains. */
export function errorWithoutTable(sheets: readonly PassedSheet[]): RejectedImport {
  const [only, ...others] = sheets
  if (only && others.length === 0) return rejection(`The sheet ${describe(only.found)}.${advise(only.found)}`)
  const named = sheets.slice(0, namedSheets).map(({ name, found }) => `“${name.slice(0, 40)}” ${describe(found)}.`)
  const more = sheets.length > namedSheets ? [`${sheets.length - namedSheets} more sheets have none either.`] : []
  return rejection(['No visible sheet has the headings of the table.', ...named, ...more, howTo].join(' '))
}

function advise(found: NoTable): string {
  if (found.has === 'nothing') return ''
  if (found.has === 'headings_below')
    return ' Transpose the table, so that each patient has a row, and choose it again.'
  if (found.has === 'texts' || found.keys.has('memberId')) return ` ${howTo}`
  return ` Add a column “${headingOf('memberId')}” with an ID for each patient that stays the same in later files.`
}

function describe(found: NoTable): string {
  switch (found.has) {
    case 'nothing':
      return 'is empty'
    case 'headings':
      return `has ${list.format([...found.keys].map(headingOf))} in row ${found.rowNumber}, but no ${found.keys.has('memberId') ? 'other heading' : headingOf('memberId')}`
    case 'headings_below':
      return `has rows that look like columns: ${list.format([...found.keys].map(headingOf))} one below the other in column ${columnLetters(found.index)}`
    case 'texts':
      return `has no known heading in its first ${searchedRows} rows${beginning(found.texts)}`
  }
}

const beginning = (texts: readonly string[]) =>
  texts.length === 0 ? '' : ` and begins with ${list.format(texts.map((text) => `“${text}”`))}`
