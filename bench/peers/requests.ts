import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import type { Competitor } from './peer.ts'
import type { Rounds } from './table.ts'

const clients = 16
const rounds = 5
const secondsEach = 4

/** `index` counts the questions, which may differ but are the same for all. */
export type Scenario = { name: string; path(competitor: Competitor, index: number): string }

/** Answers a second of each, by turns: other load on the machine affects all. */
export async function measureRequests(competitors: Competitor[], { path }: Scenario): Promise<Rounds> {
  const measured: Rounds = new Map(competitors.map(({ name }) => [name, []]))
  // The first requests of a kind are slower.
  for (const competitor of competitors) await answersPerSecond(competitor, path, 1)
  for (let round = 0; round < rounds; round += 1) {
    for (const competitor of competitors) {
      measured.get(competitor.name)?.push(await answersPerSecond(competitor, path, secondsEach))
    }
  }
  return measured
}

/** Rows on the page and in total, to show that all answer the same question. */
export async function describeAnswer(competitor: Competitor, { path }: Scenario): Promise<string> {
  const agent = new Agent()
  const { rows, total } = competitor.read(JSON.parse(await ask(competitor, path(competitor, 0), agent)))
  agent.destroy()
  return `${competitor.name} ${rows} of ${total.toLocaleString('en-GB')}`
}

async function answersPerSecond(competitor: Competitor, path: Scenario['path'], seconds: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const startedAt = performance.now()
  const endsAt = startedAt + seconds * 1000
  let asked = 0
  const client = async () => {
    while (performance.now() < endsAt) await ask(competitor, path(competitor, asked++), agent)
  }
  await Promise.all(Array.from({ length: clients }, client))
  agent.destroy()
  return (asked * 1000) / (performance.now() - startedAt)
}

async function ask({ name, url, headers }: Competitor, path: string, agent: Agent): Promise<string> {
  const [response] = (await once(get(`${url}${path}`, { headers, agent }), 'response')) as [IncomingMessage]
  let body = ''
  for await (const chunk of response.setEncoding('utf8')) body += chunk
  if (response.statusCode !== 200) throw new Error(`${name} answered ${response.statusCode} for ${path}: ${body}`)
  return body
}
