import { Agent } from 'node:http'
import { signInFirstAdmin } from '../../server/testing/processes/server-process.ts'
import { request } from './clients.ts'
import { time } from './times.ts'

const sessions = 16
const searchesEach = 2

/** Sessions that all search for two letters, which needs a scan, and how long `/healthz` takes meanwhile. */
export async function measureScans(url: string): Promise<{ searches: number[]; health: number[] }> {
  const agent = new Agent({ keepAlive: true })
  const cookies: string[] = []
  for (let session = 0; session < sessions; session += 1) cookies.push(await signInFirstAdmin(url))
  const searches: number[] = []
  const health: number[] = []
  let isOver = false
  const watch = async () => {
    while (!isOver) health.push(await time(() => request(`${url}/healthz`, {}, agent)))
  }
  const search = async (cookie: string) => {
    for (let round = 0; round < searchesEach; round += 1)
      searches.push(await time(() => request(`${url}/v1/users?search=an`, { cookie }, agent)))
  }
  const watching = watch()
  await Promise.all(cookies.map(search))
  isOver = true
  await watching
  agent.destroy()
  return { searches, health }
}
