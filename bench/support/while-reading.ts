import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/**
 * Does the work while a thread reads pages. @returns the result, and the milliseconds of each page that was read
 * meanwhile
 */
export async function whileReading<T>(
  { url, cookie }: { url: string; cookie: string },
  pages: readonly string[],
  work: () => Promise<T>,
): Promise<[T, number[]]> {
  const reader = new Worker(new URL('./page-reader.ts', import.meta.url), { workerData: { url, cookie, pages } })
  const result = await work()
  const answer = once(reader, 'message') as Promise<[number[]]>
  reader.postMessage('over')
  return [result, (await answer)[0]]
}
