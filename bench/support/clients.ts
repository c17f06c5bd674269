import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { time } from './times.ts'

const clients = 16

const most = '999999999'
/** The settings of a server whose only session reads for more than ten minutes. */
export const withoutBulkLimits = { BULK_PEOPLE: most, BULK_REPORTS: most, BULK_AUDIT_ROWS: most, BULK_DOWNLOADS: most }

/**
 * Clients that send requests without a pause.
 * @returns the milliseconds of each response, and the seconds until the last one
 */
export async function requestFor(seconds: number, request: (agent: Agent) => Promise<unknown>) {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const times: number[] = []
  const startedAt = performance.now()
  const client = async () => {
    while (performance.now() < startedAt + seconds * 1000) times.push(await time(() => request(agent)))
  }
  await Promise.all(Array.from({ length: clients }, client))
  agent.destroy()
  return { times, tookSeconds: (performance.now() - startedAt) / 1000 }
}

/** Reads the body of a response. @throws Error unless its status is 200 */
export async function request(url: string, headers: Record<string, string>, agent?: Agent): Promise<Buffer> {
  const [response] = (await once(get(url, { headers, ...(agent && { agent }) }), 'response')) as [IncomingMessage]
  const body = Buffer.concat(await response.toArray())
  if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}: ${body}`)
  return body
}
