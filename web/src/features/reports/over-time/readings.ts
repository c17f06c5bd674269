import type { Trend } from '@health-console/contract/report-numbers.ts'
import type { ReportLabels } from '@health-console/contract/reports.ts'
import { titleOfPath } from './title-of-path.ts'

/** A value of each report: one number, or two that are shown together, such as 118/74. */
export type Reading = { key: string; title: string; unit: string; lines: (number | null)[][] }

export type TimedReport = { reportId: string; generatedAt: number }

/** Reports with their readings, oldest first. */
export type Series = { reports: TimedReport[]; readings: Reading[] }

/** Arranges reports and their recurring numbers, newest first, as readings. */
export function seriesOf(reports: readonly TimedReport[], trends: readonly Trend[], labels: ReportLabels): Series {
  const lines = new Map(trends.map(({ path, values }) => [path, values.toReversed()]))
  const pairs = labels.readouts.filter(({ paths }) => paths.length === 2 && paths.every((path) => lines.has(path)))
  const readings = trends.flatMap(({ path, unit }): Reading[] => {
    const pair = pairs.find(({ paths }) => paths.includes(path))
    if (!pair) return [{ key: path, title: titleOfPath(path, labels), unit, lines: [lines.get(path) ?? []] }]
    if (pair.paths[0] !== path) return []
    return [{ key: path, title: pair.title, unit: pair.unit, lines: pair.paths.map((each) => lines.get(each) ?? []) }]
  })
  return { reports: reports.toReversed(), readings }
}

/** A reading of one report as it is shown: "65" or "118/74". Null if the report has none. */
export function valueAt({ lines }: Reading, index: number): string | null {
  const values = lines.map((line) => line[index] ?? null)
  return values.includes(null) ? null : values.join('/')
}

/** The numbers of all reports. */
export const numbersIn = ({ lines }: Reading): number[] => lines.flat().filter((value) => value !== null)

/** The lowest and the highest number: "58 to 68". */
export function rangeOf(reading: Reading): string {
  const numbers = numbersIn(reading)
  return `${numbers.reduce((a, b) => Math.min(a, b))} to ${numbers.reduce((a, b) => Math.max(a, b))}`
}
