import { expect, test } from 'vitest'
import { type Line, shown, toCell } from '../../../../../testing/patients/sheets.ts'
import { MergedFiller } from './fill-merged.ts'
import { ColumnProfiler, joinProfiles, WordBudget } from './profile-column.ts'
import type { Cell } from '../../../../core/spreadsheet/cells.ts'
import { RowClassifier } from './classify-rows.ts'

/** The kind of a row below 24 patients with the IDs A001 to A024, or others. */
function kindOf(
  line: Line,
  { rowsBelow = 30, ids = (row: number): string | number => `A${String(row).padStart(3, '0')}` } = {},
) {
  const headings = new Map(['Member ID', 'Sex', 'Age', 'Height'].map((title, index) => [index, title]))
  const classifier = new RowClassifier({ memberId: 0, sex: 1, used: [0, 1, 2, 3], headings })
  for (let row = 1; row <= 24; row += 1) {
    const patient = [ids(row), row % 2 === 0 ? 'Male' : 'Female', row + 30, row + 150]
    expect({ row, kind: classifier.kindOf(patient.map(toCell), row + 2) }).toEqual({ row, kind: undefined })
  }
  return classifier.kindOf(line.map(toCell), rowsBelow)
}

const computed = (cell: Partial<Cell> & Pick<Cell, 'type'>) => cell as Cell

test.each<[string, Line, string | undefined]>([
  ['a patient', ['A025', 'Female', 40, 170], undefined],
  ['a patient without a value', ['A025', null, null, null], undefined],
  ['a patient without a sex', ['A025', null, 42, 163], undefined],
  ['a patient of another hospital', ['B-25', 'Male', 42, 163], undefined],
  ['the name of a ward', ['Ward 3 East', null, null, null], 'unlike'],
  ['a ward in one word', ['Ward3', null, null, null], 'unlike'],
  ['Confidential', ['Confidential', null, null, null], 'unlike'],
  ['a footnote', ['* measured twice'], 'unlike'],
  ['a source', ['Source: ward 3'], 'unlike'],
  ['Average (n=24)', ['Average (n=24)', null, 42.5, 162.5], 'unlike'],
  ['Total: 24', ['Total: 24', null, null, null], 'unlike'],
  ['Overall', ['Overall', null, 42.5, 162.5], 'unlike'],
  ['a mean in another language', ['Promedio', null, 42.5, 162.5], 'unlike'],
  ['a mean in another script', ['平均', null, 43, 163], 'unlike'],
  ['a deviation', ['SD', null, 7.07, 7.07], 'unlike'],
  ['a median', ['Median', '50 %', 42, 162], 'unlike'],
  ['a mean with its deviation', ['Mean (SD)', null, '42 (7)', 163], 'unlike'],
  ['means below the number of patients', [24, null, 42.5, 162.5], 'unlike'],
  ['means without an ID', [null, null, 42.5, 162.5], 'without_id'],
  ['an age without an ID', [null, null, 43, null], 'without_id'],
  ['a sex without an ID', ['-', 'Male', null, null], 'without_id'],
  ['a space', [null, null, ' ', null], 'empty'],
  ['a space that does not break', ['\u00a0'], 'empty'],
  ['zeros', [0, null, 0, 0], 'empty'],
  ['empty texts of formulas', ['', '', '', ''], 'empty'],
  ['errors', [null, null, computed({ type: 'error', code: '#DIV/0!' }), 0], 'empty'],
  ['boxes that are not ticked', [null, computed({ type: 'boolean', value: false }), null, null], 'empty'],
  ['lists of which nothing is chosen', [null, 'Select…', '-- Please choose --', null], 'empty'],
  ['a formula without its result', [null, null, computed({ type: 'formula' }), null], 'without_id'],
  ['the headings', ['Member ID', 'Sex', ' Age ', null], 'headings'],
  ['a patient with the ID of a heading', ['Sex', 'Female', 40, 170], 'unlike'],
])('[import-31] the row below patients is classified: %s', (_name, line, kind) => expect(kindOf(line)).toBe(kind))

test.each<[string, Line, number, string | undefined]>([
  ['units', [null, null, '(years)', 'cm'], 1, 'units'],
  ['units further down', [null, null, '(years)', 'cm'], 3, 'without_id'],
  ['a patient of the sexes m and f', ['A025', 'm', 'f', 40], 1, undefined],
])('the row with %s is classified in row %#', (_name, line, rowsBelow, kind) =>
  expect(kindOf(line, { rowsBelow })).toBe(kind),
)

const names = 'Ada Bo Cy Dov Eve Finn Gus Hal Ines Jo Kai Lea Max Ned Ora Pia Quin Rae Sam Tom Uma Val Wes Zoe'.split(
  ' ',
)

test.each<[string, (row: number) => string | number, Line, string | undefined]>([
  ['names', (row) => names[row - 1] ?? '', ['Yan', 'Male', 40, 170], undefined],
  ['names, and a mean', (row) => names[row - 1] ?? '', ['Mean value', null, 42.5, 162.5], 'unlike'],
  ['random characters', (row) => (row * 7_919_997).toString(36), ['zz9zz', 'Male', 42, 163], undefined],
  ['two words', (row) => `PT ${row}`, ['PT 25', 'Male', 42, 163], undefined],
  ['two words, and a mean', (row) => `PT ${row}`, ['Mean', null, 42.5, 162.5], 'unlike'],
  ['numbers', (row) => row, [25, null, 60, 180], undefined],
  ['numbers from 0', (row) => row - 1, [24, 'Male', 42, 163], undefined],
  ['numbers, and their number below means', (row) => row + 100, [24, null, 42.5, 162.5], 'unlike'],
])('rows are classified among IDs that are %s', (_name, ids, line, kind) => expect(kindOf(line, { ids })).toBe(kind))

test('[import-31] totals of a ward are found, also for one at the top', () => {
  const classifier = new RowClassifier({ memberId: 0, sex: undefined, used: [0, 1, 2], headings: new Map() })
  const lines: Line[] = [
    ['North', null, null],
    ['1', 40, 170],
    ['2', 50, 180],
    ['n=2', 45, 175],
    ['South', null, null],
    ['3', 30, 150],
    ['4', 60, 160],
    ['n=2', 90, 310],
    ['all 4', 45, 165],
  ]
  expect(lines.map((line, index) => classifier.kindOf(line.map(toCell), index + 1))).toEqual([
    'unlike',
    undefined,
    undefined,
    'unlike',
    'unlike',
    undefined,
    undefined,
    'unlike',
    'unlike',
  ])
})

test('cells that are designed to be slow take no time', () => {
  const long = [
    '1'.repeat(32_000),
    `${'9-'.repeat(16_000)}!`,
    `120/80${' '.repeat(32_000)}x`,
    `Note${' '.repeat(32_000)}`,
  ]
  // With a lookbehind pattern, this would take hours.
  for (let round = 0; round < 200; round += 1) for (const text of long) kindOf([text, null, null, null])
  for (let round = 0; round < 200; round += 1) profileOf(long)
})

test('merged cells give their value to their rows, column by column', () => {
  const filler = new MergedFiller([
    { firstRow: 2, lastRow: 4, firstColumn: 0, lastColumn: 0 },
    { firstRow: 3, lastRow: 4, firstColumn: 1, lastColumn: 1 },
  ])
  const rows: Line[] = [
    ['A', 'x'],
    [null, 'y'],
    [null, null],
    ['B', null],
  ]
  const texts = rows.map((line, index) =>
    filler.fill(index + 2, line.map(toCell)).map((cell) => (cell?.type === 'text' ? cell.text : null)),
  )
  expect(texts).toEqual([
    ['A', 'x'],
    ['A', 'y'],
    ['A', 'y'],
    ['B', null],
  ])
})

function profileOf(line: Line, budget = new WordBudget()) {
  const profiler = new ColumnProfiler(budget, { exact: null, suggestions: [] })
  for (const cell of line.map(toCell)) if (cell) profiler.take(cell)
  return profiler.end()
}

test('the profile of a column describes its values', () => {
  const line: Line = [
    70,
    shown(80, ' kg'),
    '63 kg',
    '27,5',
    '>89',
    'N/A',
    { type: 'error', code: '#REF!' },
    'heavy',
    -9,
    '  ',
  ]
  expect(profileOf(line)).toEqual({
    filled: 10,
    numbers: 3,
    median: 70,
    lowest: -9,
    highest: 89,
    dates: 0,
    days: [],
    orders: { dayFirst: 0, monthFirst: 0, either: 0, none: 0 },
    pairs: 0,
    samples: ['70', '80 kg', '63 kg'],
    words: { '70': 1, '80': 1, '-9': 1, '63 kg': 1, '27,5': 1, '>89': 1, heavy: 1 },
    texts: { heavy: 1 },
    missingWords: { 'N/A': 1, '#REF!': 1 },
    missingNumbers: { '-9': 1 },
    readings: {
      unit_in_cell: { cells: 1, samples: ['63 kg'] },
      decimal_comma: { cells: 1, samples: ['27,5'] },
      limit: { cells: 1, samples: ['>89'] },
    },
    areIds: false,
    repeats: null,
    formatUnit: 'kg',
  })
})

test('a column with many texts is profiled to its end, without its values', () => {
  const budget = new WordBudget()
  const texts = Array.from({ length: 300 }, (_, index) => `${index},5`)
  const profile = profileOf([...texts, ...texts, 'x'.repeat(20_000)], budget)
  expect(profile).toMatchObject({ filled: 601, words: null, texts: null, readings: { decimal_comma: { cells: 600 } } })
  expect(budget.left).toBe(new WordBudget().left)
})

test('all columns of a file share the limit of stored texts', () => {
  const budget = new WordBudget()
  budget.left = 2
  expect(profileOf(['a', 'b', 'a'], budget).words).toEqual({ a: 2, b: 1 })
  expect(profileOf(['c'], budget).words).toBeNull()
})

test('the columns of joined sheets are combined', () => {
  const joined = joinProfiles(profileOf(['F', 'M', 1]), profileOf(['F', '?', '27,5']))
  expect(joined).toMatchObject({
    filled: 6,
    words: { F: 2, M: 1, '1': 1, '27,5': 1 },
    missingWords: { '?': 1 },
    readings: { decimal_comma: { cells: 1, samples: ['27,5'] } },
    lowest: 1,
    highest: 27.5,
  })
})
