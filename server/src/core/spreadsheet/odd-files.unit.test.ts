import { describe, expect, test } from 'vitest'
import { readRows, readSheet, readValues } from '../../../testing/spreadsheet/read-all.ts'
import {
  mainNamespace,
  makeXlsx,
  partEntries,
  relationshipsXml,
  sharedStringsXml,
  sheetXml,
  stylesXml,
  workbookParts,
  workbookXml,
  zipParts,
  type Parts,
} from '../../../testing/spreadsheet/workbook-parts.ts'
import { makeZip } from '../../../testing/spreadsheet/zip-writer.ts'
import { readSheets } from './read-sheets.ts'
import { plainStyle } from './styles.ts'

const oneRow = '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1"><v>7</v></c></row>'
const strings = { 'xl/sharedStrings.xml': sharedStringsXml(['Ann']) }
const plain = (replaced: Parts = {}): Parts => workbookParts(sheetXml(oneRow), { ...strings, ...replaced })
const rawStrings = (items: string): Parts => ({
  'xl/sharedStrings.xml': `<sst xmlns="${mainNamespace}">${items}</sst>`,
})
const inline = (inside: string): Buffer => makeXlsx(`<row r="1"><c r="A1" t="inlineStr"><is>${inside}</is></c></row>`)
const cells = (inside: string, replaced?: Parts): Buffer => makeXlsx(`<row r="1">${inside}</row>`, replaced)

describe('cells', () => {
  test('numbers keep their digits', async () => {
    const rows = await readRows(
      cells('<c r="A1"><v>1.0</v></c><c r="B1" t="n"><v>1E3</v></c><c r="C1"><v> -0.5 </v></c>'),
    )
    expect(rows).toEqual([
      {
        rowNumber: 1,
        isHidden: false,
        cells: [
          { type: 'number', value: 1, text: '1.0', style: plainStyle },
          { type: 'number', value: 1000, text: '1E3', style: plainStyle },
          { type: 'number', value: -0.5, text: '-0.5', style: plainStyle },
        ],
      },
    ])
  })

  test('ids stored as text keep leading zeros', async () => {
    const file = cells('<c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>0042</t></is></c>', {
      'xl/sharedStrings.xml': sharedStringsXml(['007']),
    })
    expect(await readValues(file)).toEqual([['007', '0042']])
  })

  test('booleans and error values are read', async () => {
    const file = cells(
      '<c r="A1" t="b"><v>1</v></c><c r="B1" t="b"><v>false</v></c><c r="C1" t="e"><v>#DIV/0!</v></c><c r="D1" t="e"><f>NA()</f><v>#N/A</v></c>',
    )
    expect(await readValues(file)).toEqual([[true, false, { error: '#DIV/0!' }, { error: '#N/A' }]])
  })

  test('stored formula results count as values', async () => {
    const file = cells(
      '<c r="A1"><f>1+1</f><v>2</v></c><c r="B1" t="str"><f>"a"&amp;"b"</f><v>ab</v></c><c r="C1" t="str"><f>""</f><v></v></c>' +
        '<c r="D1"><f t="shared" si="0"/><v>4</v></c><c r="E1" t="b"><f>TRUE()</f><v>1</v></c>',
    )
    expect(await readValues(file)).toEqual([[2, 'ab', '', 4, true]])
  })

  test('formulas without a stored result are distinguished from empty cells', async () => {
    const file = cells(
      '<c r="A1"><f>1+1</f></c><c r="B1"><f>A1</f><v></v></c><c r="C1"><f>A1</f><v/></c><c r="D1" t="str"><f>A1</f></c><c r="E1" t="b"><f>A1</f></c><c r="F1"/>',
    )
    const formula = { formula: 'without value' }
    expect(await readValues(file)).toEqual([[formula, formula, formula, formula, formula]])
  })

  test('rich text is joined and phonetic hints are left out', async () => {
    const file = makeXlsx(
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><r><t>in</t></r><r><rPr><b/></rPr><t>line</t></r></is></c></row>',
      rawStrings(
        '<si><r><rPr><b/></rPr><t>bold</t></r><r><t xml:space="preserve"> plain</t></r><rPh sb="0" eb="1"><t>hint</t></rPh></si>',
      ),
    )
    expect(await readValues(file)).toEqual([['bold plain', 'inline']])
  })

  test('CDATA, entities and character references are read', async () => {
    expect(await readValues(inline('<t>a &amp; <![CDATA[<b> & c]]> &#233;&#x1F600;</t>'))).toEqual([
      ['a & <b> & c é😀'],
    ])
  })

  test('white space is preserved and line ends are unified', async () => {
    expect(await readValues(inline('<t xml:space="preserve">  a\r\nb\t </t>'))).toEqual([['  a\nb\t ']])
  })

  test('escaped characters are decoded', async () => {
    expect(await readValues(inline('<t>a_x000D__x000A_b _x005F_x0041_ _xZZZZ_ _x41_</t>'))).toEqual([
      ['a\r\nb _x0041_ _xZZZZ_ _x41_'],
    ])
  })

  test('half a surrogate pair written as an escape becomes a replacement character', async () => {
    expect(await readValues(inline('<t>_xD800_</t>'))).toEqual([['\ufffd']])
  })

  test('text in several scripts is read across many chunks of the stream', async () => {
    const text = 'Ünïcødé 你好 🫀'
    const rows = Array.from(
      { length: 5000 },
      (_, at) => `<row r="${at + 1}"><c t="inlineStr"><is><t>${text}</t></is></c></row>`,
    )
    const values = await readValues(makeXlsx(rows.join('')))
    expect(values).toHaveLength(5000)
    expect(new Set(values.flat())).toEqual(new Set([text]))
  })

  test('merged cells have their value at the top left', async () => {
    const sheet = sheetXml(
      '<row r="1"><c r="A1"><v>1</v></c><c r="B1"/><c r="C1"><v>2</v></c></row>',
      '<mergeCells><mergeCell ref="A1:B1"/></mergeCells>',
    )
    expect(await readValues(zipParts(workbookParts(sheet)))).toEqual([[1, undefined, 2]])
  })
})

describe('dates', () => {
  const dateStyles = { 'xl/styles.xml': stylesXml([0, 14, 22, 164, 165], { 164: 'yyyy\\-mm\\-dd;@', 165: '[h]:mm' }) }
  const dated = (style: number, ...serials: (number | string)[]): string =>
    serials.map((serial) => `<c s="${style}"><v>${serial}</v></c>`).join('')

  test('dates in the 1900 system are read, with its leap day that did not exist', async () => {
    const file = cells(dated(1, 1, 59, 60, 61, 46_088) + dated(2, 46_088.4375) + dated(3, 0.75, 36_526), dateStyles)
    expect(await readValues(file)).toEqual([
      [
        { date: '1900-01-01' },
        { date: '1900-02-28' },
        60,
        { date: '1900-03-01' },
        { date: '2026-03-07' },
        { date: '2026-03-07T10:30:00' },
        { date: '18:00:00' },
        { date: '2000-01-01' },
      ],
    ])
  })

  test('dates in the 1904 system are read', async () => {
    const workbook = workbookXml([{ name: 'Sheet1', id: 'rId1' }], '<workbookPr date1904="1"/>')
    const file = cells(dated(1, 0, 1, 44_626), { ...dateStyles, 'xl/workbook.xml': workbook })
    expect(await readValues(file)).toEqual([[{ date: '1904-01-01' }, { date: '1904-01-02' }, { date: '2026-03-07' }]])
  })

  test('numbers that are not days stay numbers: before the first, past the last, elapsed time, unknown style', async () => {
    const file = cells(dated(1, -1, 2_958_466) + dated(4, 1.5) + dated(99, 46_088) + dated(0, 46_088), dateStyles)
    expect(await readValues(file)).toEqual([[-1, 2_958_466, 1.5, 46_088, 46_088]])
  })

  test('dates written as ISO text are read', async () => {
    const file = cells(
      ['2026-03-07', '2026-03-07T00:00:00.000Z', '2026-03-07T10:30:00', '10:30:00']
        .map((iso) => `<c t="d"><v>${iso}</v></c>`)
        .join(''),
    )
    expect(await readValues(file)).toEqual([
      [{ date: '2026-03-07' }, { date: '2026-03-07' }, { date: '2026-03-07T10:30:00' }, { date: '10:30:00' }],
    ])
  })
})

describe('positions', () => {
  test('cells without references follow one another', async () => {
    expect(await readValues(cells('<c><v>1</v></c><c r="C1"><v>3</v></c><c><v>4</v></c>'))).toEqual([
      [1, undefined, 3, 4],
    ])
  })

  test('rows without numbers follow one another and gaps are kept', async () => {
    const rows = await readRows(
      makeXlsx('<row><c><v>1</v></c></row><row r="5"><c r="A5"><v>5</v></c></row><row><c><v>6</v></c></row>'),
    )
    expect(rows.map((row) => row.rowNumber)).toEqual([1, 5, 6])
  })

  test('empty rows and cells are left out', async () => {
    const rows = await readRows(
      makeXlsx(
        '<row r="1"/><row r="2"><c r="A2" s="3"/><c r="B2" t="s"/></row><row r="3"><c r="A3"><v>3</v></c><c r="B3"/></row>',
      ),
    )
    expect(rows).toEqual([
      { rowNumber: 3, cells: [{ type: 'number', value: 3, text: '3', style: plainStyle }], isHidden: false },
    ])
  })

  test('an empty cell may be at the far end of the sheet', async () => {
    const file = makeXlsx('<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576" s="1"/></row>')
    expect(await readValues(file)).toEqual([[1]])
  })

  test('the last column is read', async () => {
    const [row] = await readValues(cells('<c r="IV1"><v>1</v></c>'))
    expect(row).toHaveLength(256)
  })

  test('an empty sheet has no rows', async () => {
    const empty = `<worksheet xmlns="${mainNamespace}"><sheetData/></worksheet>`
    expect(await readValues(zipParts(workbookParts(empty)))).toEqual([])
  })

  test('batches are in the order of the rows', async () => {
    const rows = Array.from({ length: 20_000 }, (_, at) => `<row><c><v>${at}</v></c></row>`)
    const values = await readValues(makeXlsx(rows.join('')))
    expect(values).toEqual(rows.map((_, at) => [at]))
  })
})

describe('dialects of XML', () => {
  test('prefixed names are read', async () => {
    const sheet = `<x:worksheet xmlns:x="${mainNamespace}"><x:sheetData><x:row r="1"><x:c r="A1" t="s"><x:v>0</x:v></x:c><x:c r="B1" t="inlineStr"><x:is><x:r><x:t>b</x:t></x:r></x:is></x:c></x:row></x:sheetData></x:worksheet>`
    const file = zipParts(
      workbookParts(sheet, {
        'xl/sharedStrings.xml': `<q:sst xmlns:q="${mainNamespace}"><q:si><q:t>Ann</q:t></q:si></q:sst>`,
        'xl/workbook.xml': `<x:workbook xmlns:x="${mainNamespace}" xmlns:rel="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><x:sheets><x:sheet name="S" sheetId="1" rel:id="rId1"/></x:sheets></x:workbook>`,
        'xl/styles.xml': undefined,
        'xl/_rels/workbook.xml.rels': relationshipsXml([
          { id: 'rId1', kind: 'worksheet', target: 'worksheets/sheet1.xml' },
          { id: 'rId2', kind: 'sharedStrings', target: 'sharedStrings.xml' },
        ]),
      }),
    )
    expect(await readValues(file)).toEqual([['Ann', 'b']])
  })

  test('the strict dialect is read', async () => {
    const parts = Object.entries(plain()).map(([name, data]) => [
      name,
      String(data)
        .replaceAll(
          'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
          'http://purl.oclc.org/ooxml/spreadsheetml/main',
        )
        .replaceAll(
          'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
          'http://purl.oclc.org/ooxml/officeDocument/relationships',
        ),
    ])
    expect(await readValues(zipParts(Object.fromEntries(parts)))).toEqual([['Ann', 7]])
  })

  test('a byte order mark, comments, processing instructions and extensions are accepted', async () => {
    const sheet = `\ufeff<?xml version="1.0" encoding="utf-8"?><!-- made by hand --><worksheet xmlns="${mainNamespace}"><?x y?><sheetData><row r="1"><!-- c --><c r="A1"><v>7</v><extLst><ext><v>9</v></ext></extLst></c><extLst><c r="B1"><v>8</v></c></extLst></row></sheetData></worksheet>`
    expect(await readValues(zipParts(workbookParts(sheet)))).toEqual([[7]])
  })

  test('elements of other namespaces are not mistaken for data', async () => {
    const sheet = `<worksheet xmlns="${mainNamespace}" xmlns:o="urn:o"><o:sheetData><row><c><v>1</v></c></row></o:sheetData><sheetData><row><c><o:v>2</o:v><v>3</v></c></row></sheetData></worksheet>`
    expect(await readValues(zipParts(workbookParts(sheet)))).toEqual([[3]])
  })
})

describe('finding the sheet', () => {
  const twoSheets = (
    sheets: readonly { name: string; id: string; state?: string }[],
    kindOfFirst = 'worksheet',
  ): Buffer =>
    zipParts(
      plain({
        'xl/workbook.xml': workbookXml(sheets),
        'xl/worksheets/other.xml': sheetXml('<row><c><v>999</v></c></row>'),
        'xl/_rels/workbook.xml.rels': relationshipsXml([
          { id: 'rId1', kind: kindOfFirst, target: 'worksheets/other.xml' },
          { id: 'rId2', kind: 'worksheet', target: 'worksheets/sheet1.xml' },
          { id: 'rId3', kind: 'sharedStrings', target: 'sharedStrings.xml' },
        ]),
      }),
    )

  test.each(['hidden', 'veryHidden'])('a sheet that is %s is skipped', async (state) => {
    const file = twoSheets([
      { name: 'Old', id: 'rId1', state },
      { name: 'New', id: 'rId2', state: 'visible' },
    ])
    expect(await readValues(file)).toEqual([['Ann', 7]])
  })

  test.each(['chartsheet', 'dialogsheet'])('a %s is skipped', async (kind) => {
    const file = twoSheets(
      [
        { name: 'Chart', id: 'rId1' },
        { name: 'Data', id: 'rId2' },
      ],
      kind,
    )
    expect(await readValues(file)).toEqual([['Ann', 7]])
  })

  test("the workbook's order determines the sheets, not the numbers of the parts", async () => {
    const file = twoSheets([
      { name: 'Second part', id: 'rId2' },
      { name: 'First part', id: 'rId1' },
    ])
    expect(await readValues(file)).toEqual([['Ann', 7]])
  })

  test.each([
    ['absolute', '/xl/worksheets/sheet1.xml'],
    ['with dots', './../xl/./worksheets/sheet1.xml'],
    ['in another case', 'Worksheets/Sheet1.XML'],
  ])('a relationship target is found %s', async (_, target) => {
    const relationships = relationshipsXml([
      { id: 'rId1', kind: 'worksheet', target },
      { id: 'rId2', kind: 'sharedStrings', target: '/xl/sharedStrings.xml' },
    ])
    expect(await readValues(zipParts(plain({ 'xl/_rels/workbook.xml.rels': relationships })))).toEqual([['Ann', 7]])
  })

  test('a workbook in another folder is found', async () => {
    const { 'xl/workbook.xml': workbook, 'xl/_rels/workbook.xml.rels': relationships, ...rest } = plain()
    const file = zipParts({
      ...rest,
      'book.xml': workbook,
      '_rels/book.xml.rels': String(relationships).replaceAll('Target="', 'Target="xl/'),
      '_rels/.rels': relationshipsXml([{ id: 'a', kind: 'officeDocument', target: '/book.xml' }]),
    })
    expect(await readValues(file)).toEqual([['Ann', 7]])
  })

  test('a file without a list of types, root relationships or styles is read', async () => {
    const file = zipParts(
      plain({
        '[Content_Types].xml': undefined,
        '_rels/.rels': undefined,
        'xl/styles.xml': undefined,
        'xl/_rels/workbook.xml.rels': relationshipsXml([
          { id: 'rId1', kind: 'worksheet', target: 'worksheets/sheet1.xml' },
          { id: 'rId2', kind: 'sharedStrings', target: 'sharedStrings.xml' },
        ]),
      }),
    )
    expect(await readValues(file)).toEqual([['Ann', 7]])
  })
})

describe('archives', () => {
  test.each([
    ['stored entries', makeZip(partEntries(plain()).map((entry) => ({ ...entry, method: 0 })))],
    ['data descriptors', makeZip(partEntries(plain()).map((entry) => ({ ...entry, dataDescriptor: true })))],
    [
      'zip64',
      makeZip(
        partEntries(plain()).map((entry) => ({ ...entry, zip64: true })),
        { zip64: true },
      ),
    ],
    [
      'backslashes in names',
      makeZip(partEntries(plain()).map((entry) => ({ ...entry, name: entry.name.replaceAll('/', '\\') }))),
    ],
    ['an archive comment', zipParts(plain(), { comment: 'made by hand' })],
    ['unused parts', zipParts(plain({ 'xl/media/image1.png': new Uint8Array(1000), 'xl/vbaProject.bin': 'x' }))],
  ])('an archive is read: %s', async (_, file) => {
    expect(await readValues(file)).toEqual([['Ann', 7]])
  })
})

describe('what is outside the cells', () => {
  test('hidden rows are read and marked', async () => {
    const rows = await readRows(
      makeXlsx(
        '<row r="1"><c r="A1"><v>1</v></c></row><row r="2" hidden="1"><c r="A2"><v>2</v></c></row><row r="3" hidden="true"><c r="A3"><v>3</v></c></row><row r="4" hidden="0"><c r="A4"><v>4</v></c></row>',
      ),
    )
    expect(rows.map(({ isHidden }) => isHidden)).toEqual([false, true, true, false])
  })

  test('merged ranges are in the last batch; invalid ranges are left out', async () => {
    const merged =
      '<mergeCells count="3"><mergeCell ref="A1:B1"/><mergeCell ref="C2:C9"/><mergeCell ref="A1"/><mergeCell/></mergeCells>'
    const file = zipParts(workbookParts(sheetXml(oneRow, merged), strings))
    const batches = await Array.fromAsync(readSheet(file))
    expect(batches.at(-1)?.merged).toEqual([
      { firstRow: 1, lastRow: 1, firstColumn: 0, lastColumn: 1 },
      { firstRow: 2, lastRow: 9, firstColumn: 2, lastColumn: 2 },
    ])
  })

  test('a workbook without its styles part is read', async () => {
    expect(await readValues(zipParts(plain({ 'xl/styles.xml': undefined })))).toEqual([['Ann', 7]])
  })

  test('a shared string without an index is an empty cell', async () => {
    const row = '<row r="1"><c r="A1" t="s"><v></v></c><c r="B1" t="s"><v/></c><c r="C1"><v>7</v></c></row>'
    expect(await readValues(makeXlsx(row))).toEqual([[undefined, undefined, 7]])
  })

  test('only a sheet with a column past the limit is rejected, by its name', async () => {
    const file = zipParts({
      ...plain({ 'xl/worksheets/sheet2.xml': sheetXml(oneRow) }),
      'xl/workbook.xml': workbookXml([
        { name: 'Wide', id: 'rId1' },
        { name: 'Patients', id: 'rId9' },
      ]),
      'xl/worksheets/sheet1.xml': sheetXml('<row r="1"><c r="IW1"><v>1</v></c></row>'),
      'xl/_rels/workbook.xml.rels': relationshipsXml([
        { id: 'rId1', kind: 'worksheet', target: 'worksheets/sheet1.xml' },
        { id: 'rId9', kind: 'worksheet', target: 'worksheets/sheet2.xml' },
        { id: 'rId2', kind: 'sharedStrings', target: 'sharedStrings.xml' },
      ]),
    })
    const seen: string[] = []
    for await (const { name, batches } of readSheets(file)) {
      try {
        for await (const { rows } of batches) seen.push(`${name}: ${rows.length}`)
      } catch (error) {
        seen.push(String(error))
      }
    }
    expect(seen).toEqual([
      expect.stringContaining('Cell IW1 of the sheet “Wide” is beyond the 256 columns'),
      'Patients: 1',
    ])
  })
})
