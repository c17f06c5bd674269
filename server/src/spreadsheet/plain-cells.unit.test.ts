import { expect, test } from 'vitest'
import { mutate, randomFrom } from '../../testing/spreadsheet/mutations.ts'
import { sheetXml } from '../../testing/spreadsheet/workbook-parts.ts'
import type { Row } from './cells.ts'
import { SpreadsheetError } from './errors.ts'
import { defaultLimits } from './limits.ts'
import { SheetHandler } from './sheet-handler.ts'
import { plainStyle } from './styles.ts'
import { XmlReader } from './xml-reader.ts'

const limits = { ...defaultLimits, columns: 30, tokenChars: 2_000 }
const context = {
  sharedStrings: ['Member ID', 'Age'],
  styles: [plainStyle, { ...plainStyle, isDate: true }],
  date1904: false,
}

/** The rows of a sheet whose bytes come in pieces; otherwise its fault. */
function outcomeOf(xml: Buffer, bytesAtOnce = xml.length): Row[] | string {
  const sheet = new SheetHandler('Sheet1', context, limits)
  const reader = new XmlReader('sheet1.xml', sheet, limits)
  try {
    for (let at = 0; at < xml.length; at += bytesAtOnce) reader.write(xml.subarray(at, at + bytesAtOnce))
    reader.end()
    return sheet.rows
  } catch (error) {
    if (error instanceof SpreadsheetError) return error.message
    throw error
  }
}

/** The same sheet, with cells that only the parser reads. */
const unlike = (xml: Buffer) => Buffer.from(xml.toString('latin1').replaceAll('<c ', '<c  '), 'latin1')

const rows =
  '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" s="0" t="s"><v>1</v></c></row>\n' +
  '<row r="2"><c r="A2"><v>7</v></c> <c r="B2" s="1"><v>45000.5</v></c><c r="C2" t="b"><v>1</v></c><c r="E2" s="0"/></row>' +
  '<row r="3"><c r="A3" t="inlineStr"><is><t>é</t></is></c><c r="B3"><v>1E3</v></c><c r="C3"><v> 8 </v></c></row>' +
  '<row r="4"><c r="A4"><!-- a note --><v>-1.25</v></c><c r="B4" t="str"><f>A1</f><v>x</v></c><c r="D4"><v>2</v></c></row>'
const sheet = Buffer.from(sheetXml(rows))

test('plain cells are read as the parser reads them, however the bytes are cut', () => {
  const expected = outcomeOf(unlike(sheet))
  expect(expected).toHaveLength(4)
  for (const bytesAtOnce of [1, 2, 3, 7, 31, 64, sheet.length]) {
    expect(outcomeOf(sheet, bytesAtOnce)).toEqual(expected)
  }
})

test.each([
  ['in a comment', '<row r="1"><!-- > <c r="A1"><v>1</v></c> --></row>'],
  ['in a comment right after a tag', '<row r="1"><!--<c r="A1"><v>1</v></c>--><c r="A1"><v>2</v></c></row>'],
  ['in text', '<row r="1"><![CDATA[<c r="A1"><v>1</v></c>]]></row>'],
  ['in an instruction', '<row r="1"><?x <c r="A1"><v>1</v></c>?></row>'],
  ['in an attribute', '<row r="1" x="<c r="A1"><v>1</v></c>"></row>'],
  ['after an open bracket', '<row r="1"><<c r="A1"><v>1</v></c></row>'],
  ['after text that ends a section', '<row r="1"><c r="A1"/>]]<c r="B1"/>><c r="C1"><v>1</v></c></row>'],
  ['in a cell', '<row r="1"><c r="A1"><c r="B1"><v>1</v></c></c></row>'],
  ['outside the rows', '<c r="A1"><v>1</v></c><row r="1"></row>'],
  ['outside the data', '<row r="1"/></sheetData><other><x><c r="A1"><v>1</v></c></x></other><sheetData>'],
  ['never closed', '<row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>1'],
  ['closed twice', '<row r="1"><c r="A1"><v>1</v></c></c></row>'],
  ['in another row', '<row r="1"><c r="A2"><v>1</v></c></row>'],
  ['out of order', '<row r="1"><c r="B1"><v>1</v></c><c r="A1"><v>1</v></c></row>'],
  ['too far to the right', '<row r="1"><c r="AF1"><v>1</v></c></row>'],
  ['without its shared string', '<row r="1"><c r="A1" t="s"><v>9</v></c></row>'],
  ['no number', '<row r="1"><c r="A1"><v>1e</v></c></row>'],
  ['with a value twice', '<row r="1"><c r="A1"><v>1</v><v>1</v></c></row>'],
])('what looks like a plain cell is judged by the parser: %s', (_, inside) => {
  const xml = Buffer.from(sheetXml(inside))
  for (const bytesAtOnce of [1, 5, xml.length]) expect(outcomeOf(xml, bytesAtOnce)).toEqual(outcomeOf(unlike(xml)))
})

test('3,000 mutations give the same rows or the same fault', () => {
  for (let seed = 1; seed <= 3_000; seed += 1) {
    const mutated = mutate(sheet, randomFrom(seed))
    expect(outcomeOf(mutated), `seed ${seed}`).toEqual(outcomeOf(unlike(mutated)))
  }
})
