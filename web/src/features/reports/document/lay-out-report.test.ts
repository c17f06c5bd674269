import { expect, test } from 'vitest'
import { entriesOf, isBranch, type Json, parseDocument, textOf } from './json.ts'
import { layOutReport, leaveOut, readoutsOf, type ReportRow, searchSections, textsOf } from './lay-out-report.ts'

const none = { readouts: [], labels: [] }

const report = parseDocument(`{
  "reportId": "0192fdff", "generatedAt": 1795100400, "title": "Daily report",
  "heartRate": { "restingBpm": 61.50, "byHour": [61, 58, 57.0, 60], "ofDay": { "lowest": 49 } },
  "pressure": { "value": 128, "unit": "mmHg" },
  "notes": ["Calm.", "A longer sentence about the night, which stands alone."],
  "sizes": [1, 2.50, null], "none": {}, "nothing": [],
  "trace": [{"time":"2026-11-18T07:01:00Z","bpm":61},{"time":"2026-11-18T07:02:00Z","bpm":62},
    {"time":"2026-11-18T07:03:00Z","bpm":63},{"time":"2026-11-18T07:04:00Z","bpm":64}]
}`)

const rowsOf = (document: { [key: string]: Json }) => layOutReport(document, none).flatMap(({ rows }) => rows)
const shownAt = (path: string) => rowsOf(report).find((row) => row.path === path)?.value

test('groups are sections, and values without a group are together', () => {
  const sections = layOutReport(report, none)
  expect(sections.map(({ title }) => title)).toEqual([
    'Report',
    'heartRate',
    'notes',
    'sizes',
    'none',
    'nothing',
    'trace',
  ])
  expect(sections[0]?.rows.map(({ title }) => title)).toEqual(['reportId', 'generatedAt', 'title', 'pressure'])
  expect(sections[1]?.rows.map(({ title }) => title)).toEqual(['restingBpm', 'byHour', 'ofDay.lowest'])
})

test('values are formatted by their kind, and numbers as they are written', () => {
  expect(shownAt('generatedAt')).toMatchObject({ kind: 'time', time: new Date('2026-11-19T15:00:00Z') })
  expect(shownAt('pressure')).toEqual({ kind: 'text', text: '128', unit: 'mmHg' })
  expect(shownAt('heartRate.restingBpm')).toEqual({ kind: 'text', text: '61.50', unit: '' })
  expect(shownAt('heartRate.byHour')).toMatchObject({ numbers: [61, 58, 57, 60], texts: ['61', '58', '57.0', '60'] })
  expect(shownAt('notes')).toMatchObject({ kind: 'prose' })
  expect(shownAt('sizes')).toMatchObject({ text: '1, 2.50, null' })
  expect(shownAt('none')).toMatchObject({ text: '{}' })
  expect(shownAt('nothing')).toMatchObject({ text: '[]' })
  expect(shownAt('trace')).toMatchObject({ numbers: [61, 62, 63, 64] })
})

test.each([
  ['2026-11-18T07:12:00Z', '2026-11-18T07:12:00.000Z', ''],
  ['2026-11-18T07:12:37.250+02:00', '2026-11-18T05:12:37.250Z', ':37.250'],
  ['2026-11-18T07:12Z', '2026-11-18T07:12:00.000Z', ''],
])('%s is a time', (text, time, seconds) => {
  expect(rowsOf({ at: text })[0]?.value).toEqual({ kind: 'time', text, time: new Date(time), seconds })
})

test.each(['2026-02-30T07:12:00Z', '2026-11-18T25:00:00Z', '2026-11-18', '2026-11-18T07:12:00', '18/11/2026 07:12'])(
  '%s is a text, because its day, hour or zone is not certain',
  (text) => expect(rowsOf({ at: text })[0]?.value).toEqual({ kind: 'text', text, unit: '' }),
)

test('titles, units, order and figures come from the labels, and the rest follows under its own key', () => {
  const labels = {
    readouts: [
      { title: 'Both', paths: ['heartRate.restingBpm', 'heartRate.ofDay.lowest'], unit: 'bpm' },
      { title: 'Not here', paths: ['heartRate.none'], unit: '' },
    ],
    labels: [
      { path: 'notes', title: 'Notes', unit: '' },
      { path: 'heartRate', title: 'Heart rate', unit: '' },
      { path: 'heartRate.ofDay.lowest', title: 'Lowest', unit: 'bpm' },
    ],
  }
  const [, notes, heartRate, ...others] = layOutReport(report, labels)
  expect([notes?.title, heartRate?.title]).toEqual(['Notes', 'Heart rate'])
  expect(heartRate?.rows.map(({ title, isLabelled }) => [title, isLabelled])).toEqual([
    ['Lowest', true],
    ['restingBpm', false],
    ['byHour', false],
  ])
  expect(others.map(({ path }) => path)).toEqual(['sizes', 'none', 'nothing', 'trace'])
  expect(readoutsOf(report, labels)).toEqual([{ title: 'Both', text: '61.50/49', unit: 'bpm' }])
})

test('a search keeps the rows with the text, ignoring case and accents, including keys that a label replaces', () => {
  const sections = layOutReport(report, {
    ...none,
    labels: [{ path: 'heartRate.restingBpm', title: 'Ruhe', unit: '' }],
  })
  const found = (text: string) => searchSections(sections, text).flatMap(({ rows }) => rows.map(({ path }) => path))
  expect(found('CÁLM')).toEqual(['notes'])
  expect(found('resting')).toEqual(['heartRate.restingBpm'])
  expect(found('57.0')).toEqual(['heartRate.byHour'])
  expect(found('07:03:00Z')).toEqual(['trace'])
  expect(found('heart')).toHaveLength(3)
  expect(found('zebra')).toEqual([])
})

/** Each key on the way to a leaf, and the leaf itself. */
function leavesOf(value: Json, keys: string[] = []): { keys: string[]; text: string }[] {
  if (!isBranch(value)) return [{ keys, text: textOf(value) }]
  if (entriesOf(value).length === 0) return [{ keys, text: Array.isArray(value) ? '[]' : '{}' }]
  return entriesOf(value).flatMap((entry) => leavesOf(entry.value, [...keys, entry.key]))
}

/** A document of any shape. The same seed creates the same document. */
function someDocument(seed: number): { [key: string]: Json } {
  let state = seed
  const below = (end: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * end)
  }
  const keys = ['value', 'unit', 'a.b', '', '__proto__', 'constructor', 'time', 'bpm', 'generatedAt', 'notes', '1']
  // Each value is different, so that none is found in place of another.
  let number = 1_000
  const leaves = [
    () => String(number),
    () => `${number}.0`,
    () => `123456789012345${number}`,
    () => `"<${number}>"`,
    () => `"A sentence that is longer than a line of a report may be: ${number}."`,
    () => `"2026-11-18T07:01:37.${number}Z"`,
    () => 'null',
    () => '""',
  ]
  const write = (depth: number): string => {
    const kind = depth > 4 ? 0 : below(4)
    const length = below(6)
    if (kind === 2) return `[${Array.from({ length }, () => write(depth + 1)).join()}]`
    if (kind === 3) return objectOf(depth, length)
    number += 1
    return leaves[below(leaves.length)]?.() ?? ''
  }
  const objectOf = (depth: number, length: number) => {
    const own = keys.slice(below(keys.length)).slice(0, length)
    return `{${own.map((key) => `${JSON.stringify(key)}:${write(depth + 1)}`).join()}}`
  }
  return parseDocument(objectOf(0, 8))
}

test('nothing is left out: every value of a thousand documents is on the page, with all of its keys', () => {
  for (let seed = 1; seed <= 1_000; seed += 1) {
    const document = someDocument(seed)
    const shown = layOutReport(document, none).flatMap((section) =>
      section.rows.map((row) => wordsOf(section.path, row)),
    )
    for (const { keys, text } of leavesOf(document)) {
      const isShown = shown.some((words) => words.includes(text) && keys.every((key) => words.includes(key)))
      expect(isShown, `seed ${seed}: ${keys.join(' > ')} = ${text}`).toBe(true)
    }
  }
})

/** The text that a row shows. The numbers of list items are part of it only if their position does not show them. */
function wordsOf(section: string, { path, title, value }: ReportRow): string {
  expect(section === '' || path.startsWith(section)).toBe(true)
  expect(path === title || path.endsWith(title === '""' ? '' : title)).toBe(true)
  const items = value.kind === 'numbers' ? value.texts : value.kind === 'prose' ? value.paragraphs : []
  const unit = value.kind === 'text' ? 'value unit' : ''
  return [path, unit, ...textsOf(value), ...items.map((_, index) => index + 1), '1 2 3 4 5 6'].join('\n')
}

test('[reports-20] texts that another value names have that name as their title', () => {
  const document = parseDocument(
    '{"recommendations":[{"priority":"low","text":"Keep to regular times"},{"priority":"high","text":"Measure again"}]}',
  )
  const [section] = layOutReport(document, { readouts: [], labels: [] })
  expect(section?.rows.map(({ title, value }) => [title, textsOf(value)])).toEqual([
    ['Low', ['Keep to regular times']],
    ['High', ['Measure again']],
  ])
})

test('values that are shown elsewhere on the page are left out of the sections', () => {
  const page = layOutReport(parseDocument('{"a":{"b":1},"period":{"from":1},"disclaimer":"No diagnosis"}'), none)
  expect(leaveOut(page, ['disclaimer', 'period.from']).map(({ path }) => path)).toEqual(['a'])
})
