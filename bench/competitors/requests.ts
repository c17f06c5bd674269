import { request, requestFor } from '../support/clients.ts'
import type { Competitor } from './competitor.ts'
import type { Rounds } from './table.ts'

const rounds = 5
const secondsEach = 4

/** `index` counts the requests, which may differ from each other but are the same for all contestants. */
export type Scenario = { name: string; path(competitor: Competitor, index: number): string }

/** Requests per second of each contestant. They take turns, so that other load on the machine affects all of them. */
export async function measureRequests(competitors: Competitor[], { path }: Scenario): Promise<Rounds> {
  const measured: Rounds = new Map(competitors.map(({ name }) => [name, []]))
  // The first requests of a kind are slower, so they are not counted.
  for (const competitor of competitors) await answersPerSecond(competitor, path, 1)
  for (let round = 0; round < rounds; round += 1) {
    for (const competitor of competitors) {
      measured.get(competitor.name)?.push(await answersPerSecond(competitor, path, secondsEach))
    }
  }
  return measured
}

/** The rows on the page and in total, as evidence that all contestants return the same result. */
export async function describeAnswer(competitor: Competitor, { path }: Scenario): Promise<string> {
  const { url, headers } = competitor
  const answer = await request(`${url}${path(competitor, 0)}`, headers)
  const { rows, total } = competitor.read(JSON.parse(String(answer)))
  return `${competitor.name} ${rows} of ${total.toLocaleString('en-GB')}`
}

async function answersPerSecond(competitor: Competitor, path: Scenario['path'], seconds: number): Promise<number> {
  const { url, headers } = competitor
  let sent = 0
  const { times, tookSeconds } = await requestFor(seconds, (agent) =>
    request(`${url}${path(competitor, sent++)}`, headers, agent),
  )
  return times.length / tookSeconds
}
