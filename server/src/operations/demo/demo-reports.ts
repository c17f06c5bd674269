import type { EndUsersTable, ReportsTable } from '../../core/database/tables/users.ts'
import type { Random } from './random.ts'
import { constitutionOf, reportContent } from './report-content.ts'

const dayMs = 86_400_000
const months = 7
const mostOfOne = 300
/** All these reports are on one day, so that the filter by day has more than one page. */
const onBusyDay = 27

/** Two special cases: a user without reports, and one who wears the band all the time. */
const withoutReports = 6
const withMostReports = 0

/** Reports of the last months up to `nowMs`, a few for each user. */
export function demoReports(random: Random, users: readonly EndUsersTable[], nowMs: number): ReportsTable[] {
  return users.flatMap((user, index) => {
    const person = constitutionOf(random)
    return timesFor(random, index, nowMs).map((atMs) => {
      const id = random.uuid(atMs)
      const generatedAt = Math.floor(atMs / 1000)
      const document = { reportId: id, generatedAt, ...reportContent(random, user, person, atMs) }
      return { id, userId: user.id, generatedAt, document: JSON.stringify(document) }
    })
  })
}

function timesFor(random: Random, index: number, nowMs: number): number[] {
  const someTime = () => nowMs - random.next() * months * 30 * dayMs
  if (index === withoutReports) return []
  if (index !== withMostReports) return Array.from({ length: random.between(1, 6) }, someTime)
  const yesterday = Math.floor(nowMs / dayMs) * dayMs - dayMs
  return Array.from({ length: mostOfOne }, (_, place) =>
    place < onBusyDay ? yesterday + ((place + random.next()) / onBusyDay) * dayMs : someTime(),
  )
}
