import { numbersOf, trendsOf } from '@health-console/contract/reports/report-numbers.ts'
import { getReportNumbers, type Report, type ReportLabels } from '@health-console/contract/reports/reports.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { queryOptionsFor } from '../../../api/client.ts'
import { repeatedWhileBusy } from '../../../api/query-client.ts'
import type { Days } from '../../../lib/days.ts'
import { type Reading, toSeries, textAt } from './readings.ts'

const shownAtFirst = 5

type OverTimeOptions = {
  userId: string
  days: Days
  /** The current page of the list, newest first. */
  reports: readonly Report[]
  /** The number of reports that the filter finds. */
  total: number
  labels: ReportLabels
}

export type OverTime = ReturnType<typeof useOverTime>

/** A reading of one report, such as "65 bpm". The value is null if the report has none. */
export type ReportReading = { title: string; value: string | null; unit: string }

/** The numbers that recur in the reports of the page, or in all reports. What is chosen stays while the filter changes. */
export function useOverTime({ userId, days, reports, total, labels }: OverTimeOptions) {
  const [isAll, setIsAll] = useState(false)
  /** The keys of the chosen readings. None are chosen at first. */
  const [chosen, setChosen] = useState<readonly string[]>([])
  const all = useQuery({ ...numbersQuery(userId, days), enabled: isAll })
  const page = useMemo(() => toSeries(reports, trendsOf(reports.map(numbersOf), labels), labels), [reports, labels])
  // Reports that are too long for the server to draw are drawn from the current page.
  const response = isAll && (all.data?.data.reports.length ?? 0) > 1 ? all.data?.data : undefined
  const drawn = useMemo(
    () => (response ? toSeries(response.reports, response.trends, labels) : page),
    [response, page, labels],
  )
  const choose = (readings: Reading[]) => {
    const found = readings.filter(({ key }) => chosen.includes(key))
    return found.length > 0 ? found : readings.slice(0, shownAtFirst)
  }
  return {
    ...drawn,
    shown: choose(drawn.readings),
    choose: setChosen,
    /** Nothing is shown if there is nothing to draw. */
    isDrawn: drawn.reports.length > 1 && drawn.readings.length > 0,
    all: { isOn: isAll, isFetching: isAll && all.isFetching, isOffered: total > reports.length, turn: setIsAll },
    isNewest: response !== undefined,
    total: response?.totalAmount ?? total,
    tooLong: response?.leftOut?.tooLong ?? 0,
    /** The readings of a report of the page. */
    readingsAt: (row: number): ReportReading[] =>
      choose(page.readings).map((reading) => ({ ...reading, value: textAt(reading, page.reports.length - 1 - row) })),
  }
}

/** The numbers of the newest reports of these days. They are fetched only once, because the request is logged. */
function numbersQuery(userId: string, { date, from, to }: Days) {
  const options = queryOptionsFor(getReportNumbers, { params: { id: userId }, query: { date, from, to } })
  return { ...options, ...repeatedWhileBusy, meta: { errorToast: 'Failed to fetch data' }, staleTime: Infinity }
}
