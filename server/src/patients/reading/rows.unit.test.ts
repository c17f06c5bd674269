import { expect, test } from 'vitest'
import { type Line, shown, toCell } from '../../../testing/patients/sheets.ts'
import { MergedFiller } from './fill-merged.ts'
import { ColumnProfiler, joinProfiles, WordBudget } from './profile-column.ts'
import { rowKindOf } from './row-kinds.ts'

const kindOf = (line: Line, rowsBelow = 30) => rowKindOf(line.map(toCell), [0, 1, 2, 3], rowsBelow)

test.each<[string, Line, number, string | undefined]>([
  ['a patient', ['1', 'F', 40, 70], 1, undefined],
  ['units', [null, null, '(years)', 'kg'], 1, 'units'],
  ['units further down', [null, null, '(years)', 'kg'], 3, undefined],
  ['a patient of the sexes m and f', ['m', 'f', 40, 70], 1, undefined],
  ['a total', ['Total', null, 400, 7_000], 30, 'total'],
  ['a mean', ['Mean (SD)', null, '40 (5)', 70], 30, 'total'],
  ['a number of patients', ['n = 30', null, 30, null], 30, 'total'],
  ['a patient whose ID reads like a total', ['SD', 'F', 40, 70], 30, undefined],
  ['a footnote with a mark', ['* measured twice'], 30, 'footnote'],
  ['a source', ['Source: ward 3'], 30, 'footnote'],
  ['a sentence', ['All values were measured by the same nurse'], 30, 'footnote'],
  ['an ID alone', ['A-17'], 30, undefined],
  ['an ID of two words alone', ['Ward 3'], 30, undefined],
  ['a number alone', [17], 30, undefined],
])('%s', (_name, line, rowsBelow, kind) => expect(kindOf(line, rowsBelow)).toBe(kind))

test('cells that are made to take long take none', () => {
  const long = [
    '1'.repeat(32_000),
    `${'9-'.repeat(16_000)}!`,
    `120/80${' '.repeat(32_000)}x`,
    `Note${' '.repeat(32_000)}`,
  ]
  // With a pattern that looks back, this would take hours.
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
  const profiler = new ColumnProfiler(budget)
  for (const cell of line.map(toCell)) if (cell) profiler.take(cell)
  return profiler.end()
}

test('the profile of a column', () => {
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
    formatUnit: 'kg',
  })
})

test('a column with many texts is profiled to its end, without its words', () => {
  const budget = new WordBudget()
  const texts = Array.from({ length: 300 }, (_, index) => `${index},5`)
  const profile = profileOf([...texts, ...texts, 'x'.repeat(20_000)], budget)
  expect(profile).toMatchObject({ filled: 601, words: null, texts: null, readings: { decimal_comma: { cells: 600 } } })
  expect(budget.left).toBe(new WordBudget().left)
})

test('all columns of a file share the words that are kept', () => {
  const budget = new WordBudget()
  budget.left = 2
  expect(profileOf(['a', 'b', 'a'], budget).words).toEqual({ a: 2, b: 1 })
  expect(profileOf(['c'], budget).words).toBeNull()
})

test('the columns of joined sheets are one', () => {
  const joined = joinProfiles([profileOf(['F', 'M', 1]), profileOf(['F', '?', '27,5'])])
  expect(joined).toMatchObject({
    filled: 6,
    words: { F: 2, M: 1, '1': 1, '27,5': 1 },
    missingWords: { '?': 1 },
    readings: { decimal_comma: { cells: 1, samples: ['27,5'] } },
    lowest: 1,
    highest: 27.5,
  })
})
