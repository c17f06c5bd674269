import type { Trend } from '@health-console/contract/reports/report-numbers.ts'
import type { ReportLabels } from '@health-console/contract/reports/reports.ts'
import { namesOfPath } from './names-of-path.ts'

/** A value of each report: one number, or two that are shown together, such as 118/74. */
export type Reading = {
  key: string
  /** The section of the report, such as "Sleep"; empty if it is in none. */
  group: string
  /** The name in its group, such as "Awakenings". */
  name: string
  /** The name elsewhere, such as "Sleep, Awakenings". */
  title: string
  unit: string
  lines: (number | null)[][]
}

export type TimedReport = { reportId: string; generatedAt: number }

/** Reports with their readings, oldest first. */
type Series = { reports: TimedReport[]; readings: Reading[] }

/** Arranges reports and their recurring numbers, newest first, as readings. */
export function toSeries(reports: readonly TimedReport[], trends: readonly Trend[], labels: ReportLabels): Series {
  const lines = new Map(trends.map(({ path, values }) => [path, values.toReversed()]))
  const pairs = labels.readouts.filter(({ paths }) => paths.length === 2 && paths.every((path) => lines.has(path)))
  const readings = trends.flatMap(({ path, unit }): Reading[] => {
    const pair = pairs.find(({ paths }) => paths.includes(path))
    if (pair && pair.paths[0] !== path) return []
    const { groups, name } = pair ? { groups: [], name: pair.title } : namesOfPath(path, labels)
    return [
      {
        key: path,
        group: groups.join(', '),
        name,
        title: [...groups, name].join(', '),
        unit: pair?.unit ?? unit,
        lines: (pair?.paths ?? [path]).map((each) => lines.get(each) ?? []),
      },
    ]
  })
  return { reports: reports.toReversed(), readings }
}

/** A reading of one report as it is shown: "65" or "118/74". Null if the report has none. */
export function textAt({ lines }: Reading, index: number): string | null {
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
