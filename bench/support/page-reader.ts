import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

// A thread that reads one page after another, each a different one, until it receives a message. The thread that sends
// a file cannot measure how long readers wait, because it is busy sending.

const { url, cookie, pages } = workerData as { url: string; cookie: string; pages: string[] }
const times: number[] = []
let isOver = false
parentPort?.once('message', () => (isOver = true))
// The first request of a thread loads the code that requests need.
await fetch(`${url}/healthz`)
for (let index = 0; !isOver; index += 1) {
  const startedAt = performance.now()
  const answer = await fetch(`${url}${pages[index % pages.length]}`, { headers: { cookie } })
  if (!answer.ok) throw new Error(`a reader got ${answer.status}`)
  await answer.text()
  times.push(performance.now() - startedAt)
  await sleep(5)
}
parentPort?.postMessage(times)
