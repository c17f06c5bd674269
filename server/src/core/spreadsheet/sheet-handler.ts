import { toCell, type CellContext, type RawCell } from './cell-value.ts'
import type { MergedRange, Row } from './cells.ts'
import { malformed, SpreadsheetError } from './errors.ts'
import type { SpreadsheetLimits } from './limits.ts'
import { badReference, columnLetters, columnOf, rangeOf, rowNumberOf } from './references.ts'
import { localName, type Attributes, type XmlHandler } from './xml-reader.ts'

/** This is far more than users' tables have. */
const mostMerged = 10_000

/**
 * Turns a worksheet's elements into rows. An element counts only at its own depth:
 * worksheet 1 > sheetData 2 > row 3 > c 4 > v, f, is 5 > t, r 6 > t 7.
 */
export class SheetHandler implements XmlHandler {
  /** Finished rows that have not been consumed yet. */
  rows: Row[] = []
  /** Whether the sheet's data has begun and ended. */
  isComplete = false
  /** Known before the first row. */
  readonly hiddenColumns = new Set<number>()
  /** Known once the whole part has been read. */
  readonly merged: MergedRange[] = []

  readonly #name: string
  readonly #context: CellContext
  readonly #limits: SpreadsheetLimits
  #names = namesWithPrefix('')
  #inData = false
  #inColumns = false
  #inMerged = false
  #row: Row = { rowNumber: 0, cells: [], isHidden: false }
  #column = -1
  #inCell = false
  readonly #cell = emptyCell()
  #text: string | undefined
  #inInline = false
  #inRun = false
  readonly #where = (): string => `${columnLetters(this.#column)}${this.#row.rowNumber}`

  constructor(name: string, context: CellContext, limits: SpreadsheetLimits) {
    this.#name = name
    this.#context = context
    this.#limits = limits
  }

  takeRows(): Row[] {
    const { rows } = this
    this.rows = []
    return rows
  }

  open(name: string, attributes: Attributes, depth: number): void {
    if (this.#text !== undefined) throw malformed(`cell ${this.#where()} has markup inside its value`)
    if (depth === 3 && this.#inMerged) return this.#addMerged(name, attributes['ref'])
    if (depth === 3 && this.#inColumns) return this.#addColumns(attributes)
    if (depth > 2 && !this.#inData) return
    switch (depth) {
      case 1:
        return this.#openRoot(name)
      case 2:
        return this.#openSection(name)
      case 3:
        if (name !== this.#names.row) throw malformed(`something other than a row follows row ${this.#row.rowNumber}`)
        return this.#openRow(attributes)
      case 4:
        this.#inCell = name === this.#names.c
        if (this.#inCell) return this.#startCell(attributes['r'], attributes['s'], attributes['t'])
        if (localName(name) !== 'extLst') throw malformed(`row ${this.#row.rowNumber} has something other than cells`)
        return
      case 5:
        if (this.#inCell) this.#openCellPart(name)
        return
      case 6:
        this.#inRun = this.#inInline && name === this.#names.r
        if (this.#inInline && name === this.#names.t) this.#text = ''
        return
      case 7:
        if (this.#inRun && name === this.#names.t) this.#text = ''
    }
  }

  close(name: string, depth: number): void {
    if (!this.#inData) return
    switch (depth) {
      case 2:
        this.#inData = false
        this.isComplete = true
        return
      case 3:
        if (this.#row.cells.length > 0) this.rows.push(this.#row)
        return
      case 4:
        if (this.#inCell) this.#closeCell()
        return
      case 5:
        if (name === this.#names.v) this.#cell.value = this.#text
        this.#text = undefined
        this.#inInline = false
        return
      case 6:
      case 7:
        if (this.#text !== undefined) this.#cell.inline += this.#text
        this.#text = undefined
    }
  }

  text(text: string): void {
    if (this.#text === undefined) return
    this.#text += text
    if (this.#text.length + (this.#cell.inline?.length ?? 0) > this.#limits.cellChars) {
      throw new SpreadsheetError(
        'cell_too_long',
        `Cell ${this.#where()} is longer than ${this.#limits.cellChars} characters. Shorten it and try again.`,
      )
    }
  }

  #openRoot(name: string): void {
    if (localName(name) !== 'worksheet') throw malformed('its worksheet part is something else')
    this.#names = namesWithPrefix(name.slice(0, -'worksheet'.length))
  }

  #openSection(name: string): void {
    this.#inColumns = name === this.#names.cols
    this.#inMerged = name === this.#names.mergeCells
    if (name !== this.#names.sheetData) return
    if (this.isComplete) throw malformed('its worksheet has two sections of rows')
    this.#inData = true
  }

  #openRow(attributes: Attributes): void {
    const isHidden = attributes['hidden'] === '1' || attributes['hidden'] === 'true'
    this.#row = { rowNumber: rowNumberOf(attributes['r'], this.#row.rowNumber), cells: [], isHidden }
    this.#column = -1
  }

  #startCell(reference: string | undefined, style: string | undefined, type: string | undefined): void {
    const previous = this.#column
    this.#column = reference === undefined ? previous + 1 : columnOf(reference, this.#row.rowNumber)
    if (this.#column <= previous) {
      throw badReference(`cell ${this.#where()} comes after column ${columnLetters(previous)}`)
    }
    const cell = this.#cell
    cell.type = type
    cell.style = style
    cell.value = undefined
    cell.inline = undefined
    cell.hasFormula = false
  }

  #openCellPart(name: string): void {
    if (name === this.#names.v) {
      if (this.#cell.value !== undefined) throw malformed(`cell ${this.#where()} has two values`)
      this.#text = ''
    } else if (name === this.#names.f) {
      this.#cell.hasFormula = true
    } else if (name === this.#names.is) {
      if (this.#cell.inline !== undefined) throw malformed(`cell ${this.#where()} has two values`)
      this.#cell.inline = ''
      this.#inInline = true
    }
  }

  #closeCell(): void {
    const cell = toCell(this.#cell, this.#context, this.#where)
    if (cell === undefined) return
    if (this.#column >= this.#limits.columns) throw this.#tooManyColumns()
    const { cells } = this.#row
    while (cells.length < this.#column) cells.push(undefined)
    cells.push(cell)
  }

  /** Columns from the first to the last that are hidden by hand or in a folded group. */
  #addColumns({ min, max, hidden }: Attributes): void {
    if (hidden !== '1' && hidden !== 'true') return
    const last = Math.min(Number(max), this.#limits.columns)
    for (let column = Math.max(Number(min), 1); column <= last; column += 1) this.hiddenColumns.add(column - 1)
  }

  #addMerged(name: string, reference: string | undefined): void {
    const range = name === this.#names.mergeCell ? rangeOf(reference ?? '') : undefined
    if (range && this.merged.length < mostMerged) this.merged.push(range)
  }

  #tooManyColumns(): SpreadsheetError {
    return new SpreadsheetError(
      'too_many_columns',
      `Cell ${this.#where()} of the sheet “${this.#name.slice(0, 40)}” is beyond the ${this.#limits.columns} columns that are read. Remove the content far to the right and try again.`,
    )
  }
}

function namesWithPrefix(prefix: string) {
  return {
    cols: `${prefix}cols`,
    sheetData: `${prefix}sheetData`,
    mergeCells: `${prefix}mergeCells`,
    mergeCell: `${prefix}mergeCell`,
    row: `${prefix}row`,
    c: `${prefix}c`,
    v: `${prefix}v`,
    f: `${prefix}f`,
    is: `${prefix}is`,
    t: `${prefix}t`,
    r: `${prefix}r`,
  }
}

function emptyCell(): RawCell {
  return { type: undefined, style: undefined, value: undefined, inline: undefined, hasFormula: false }
}
