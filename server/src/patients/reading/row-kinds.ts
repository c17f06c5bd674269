import type { RowKind } from '@health-console/contract/patient-answers.ts'
import type { Cell } from '../../spreadsheet/cells.ts'
import { inOneLine } from './cell-text.ts'
import { findUnit } from './units.ts'
import { sexOf } from './words.ts'

const total =
  /^(?:(?:grand|sub)[ -]?totals?|totals?|sums?|means?|medians?|averages?|avg|s\.?d\.?|std\.?(?:[ .]?dev\.?)?|standard (?:deviation|error)|s\.?e\.?m\.?|variance|min(?:imum)?|max(?:imum)?|range|counts?|iqr|mean ?(?:\(sd\)|±.{0,6}|\+\/-.{0,6})|summary|n ?= ?\d+)\s*[:.]?$/i
const footnoteMark = /^(?:[*†‡§¹²³]|\(?[*\d]\)\s)/u
const footnoteWord =
  /^(?:notes?|n\.?b\.?|sources?|legend|abbreviations?|key|data|prepared|printed|exported|generated|created|report|page|footnotes?|comments?|remarks?|last updated|updated)\b.{0,3}[\s:]/i

/** Neither a word nor a sentence. */
const isIdAlone = (text: string) => /^[\w-]+$/.test(text) && /\d/.test(text)

/**
 * What a row below the headings looks like that is no patient; undefined for any other.
 * @param used the indexes of the columns that are read, member ID first where it is known
 * @param rowsBelow how far below the headings it is
 */
export function rowKindOf(
  cells: readonly (Cell | undefined)[],
  used: readonly number[],
  rowsBelow: number,
): RowKind | undefined {
  const firstIndex = used.find((index) => cells[index] !== undefined)
  const first = firstIndex === undefined ? undefined : cells[firstIndex]
  // Most rows of a table end here.
  if (rowsBelow > 2 && (first?.type !== 'text' || isIdAlone(first.text))) return undefined
  const filled = used.filter((index) => cells[index] !== undefined)
  if (rowsBelow <= 2 && isUnits(cells, filled)) return 'units'
  const text = first?.type === 'text' ? inOneLine(first) : ''
  if (text === '') return undefined
  if (text.length <= 40 && total.test(text) && filled.length > 1 && !filled.some((index) => isSex(cells[index])))
    return 'total'
  if (filled.length === 1 && used.length > 1 && isFootnote(text)) return 'footnote'
  return undefined
}

/** Units below some headings, and at most texts in brackets or nothing below the others. */
function isUnits(cells: readonly (Cell | undefined)[], filled: readonly number[]): boolean {
  let units = 0
  for (const index of filled) {
    const cell = cells[index]
    if (cell?.type !== 'text') return false
    const text = inOneLine(cell)
    if (text.length > 20) return false
    // "m" and "f" alone are sexes.
    if (text.length > 1 && findUnit(text) !== undefined) units += 1
  }
  return units > 0 && units * 2 >= filled.length
}

/** A total has none; a patient whose ID reads like one, such as SD, has. */
const isSex = (cell: Cell | undefined) => cell?.type === 'text' && sexOf(inOneLine(cell)) !== undefined

function isFootnote(text: string): boolean {
  if (!/\s|:/.test(text)) return false
  return footnoteMark.test(text) || footnoteWord.test(text) || text.split(/\s+/).length > 4
}
