import type { ReportLabels } from './reports.ts'

/** A number of a report, with the keys that lead to it, outermost first. */
export type ReportNumber = { path: string; value: number; unit: string }

/** The same number of several reports, in their order; null for a report without it. */
export type Trend = { path: string; unit: string; values: (number | null)[] }

/** The maximum of numbers read from a report, however large it is. */
const mostNumbers = 200
const mostLevels = 8
const mostTrends = 20
const longestPath = 200
const longestUnit = 40

/** Not charted: a number of seconds that only grows. */
const notDrawn = 'generatedAt'

/** The numbers in the objects of a document; lists are charted as separate lines. */
export function numbersOf(document: object): ReportNumber[] {
  const numbers: ReportNumber[] = []
  collect(document, '', 0, numbers)
  return numbers
}

function collect(branch: object, before: string, level: number, numbers: ReportNumber[]): void {
  for (const [key, value] of Object.entries(branch) as [string, unknown][]) {
    if (numbers.length === mostNumbers) return
    const path = before === '' ? key : `${before}.${key}`
    if (path === notDrawn || path.length > longestPath) continue
    const pair = unitPairOf(value)
    if (Number.isFinite(value)) numbers.push({ path, value: value as number, unit: '' })
    else if (pair) numbers.push({ path, ...pair })
    else if (isObject(value) && level < mostLevels) collect(value, path, level + 1, numbers)
  }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** { "value": 61, "unit": "bpm" } is a single number. */
function unitPairOf(value: unknown): { value: number; unit: string } | null {
  if (!isObject(value) || Object.keys(value).length !== 2) return null
  const { value: amount, unit } = value as { value?: unknown; unit?: unknown }
  return typeof amount === 'number' && Number.isFinite(amount) && typeof unit === 'string' && unit.length <= longestUnit
    ? { value: amount, unit }
    : null
}

/**
 * The numbers that recur, or all those of a single report: first the figures of the page, then those with a label, in
 * their order, then the most frequent ones.
 * @param reports the numbers of each report
 */
export function trendsOf(reports: readonly ReportNumber[][], { readouts, labels }: ReportLabels): Trend[] {
  const figures = readouts.flatMap(({ paths, unit }) => paths.map((path) => ({ path, unit })))
  const units = new Map([...labels, ...figures].map(({ path, unit }) => [path, unit]))
  const places = new Map(
    [...labels.toReversed(), ...figures.toReversed()].map(({ path }, index, { length }) => [path, length - index]),
  )
  const placeOf = (path: string) => places.get(path) ?? Number.MAX_SAFE_INTEGER
  // Only the chosen numbers get a value for each report, because there may be 200 different ones in each.
  const found = new Map<string, { unit: string; count: number }>()
  for (const { path, unit } of reports.flat()) {
    const number = found.get(path) ?? { unit: units.get(path) || unit, count: 0 }
    number.count += 1
    found.set(path, number)
  }
  const chosen = [...found]
    .filter(([, { count }]) => count > 1 || reports.length === 1)
    .toSorted(([path, a], [other, b]) => placeOf(path) - placeOf(other) || b.count - a.count)
    .slice(0, mostTrends)
    .map(([path, { unit }]) => ({ path, unit, values: reports.map((): number | null => null) }))
  const trends = new Map(chosen.map((trend) => [trend.path, trend]))
  for (const [index, numbers] of reports.entries())
    for (const { path, value } of numbers) {
      const trend = trends.get(path)
      if (trend) trend.values[index] = value
    }
  return chosen
}
