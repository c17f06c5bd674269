import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { firstAdmin, launchServer, signInFirstAdmin } from '../../../../testing/processes/server-process.ts'

const mib = 2 ** 20
const threads = Math.min(availableParallelism(), 4)

/** The memory of a process as Linux counts it: current, and the peak since `forgetPeak`. */
function memoryOf(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024
}
const forgetPeak = (pid: number) => writeFileSync(`/proc/${pid}/clear_refs`, '5')

test.runIf(process.platform === 'linux')(
  'a thousand sign-ins at once, each on its own connection, need little memory and delay no signed-in admin (only on Linux)',
  async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'console-test-'))
    const settings = { DATA_DIR: dataDir, MAIL_DELIVERY: 'off', LOG_LEVEL: 'silent', TRUST_PROXY: '1' }
    const { url, pid, ready, end } = await launchServer(settings)
    onTestFinished(async () => {
      await end('SIGKILL')
      rmSync(dataDir, { recursive: true, force: true })
    })
    await ready()

    const signIn = async (n: number): Promise<number> => {
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': `10.0.${n >> 8}.${n & 255}` }
      // `fetch` is not used, because it gives up connecting after ten seconds.
      const request = httpRequest(`${url}/v1/auth/admin/login`, { method: 'POST', headers, agent: false })
      request.end(JSON.stringify(firstAdmin))
      try {
        const [answer] = await once(request, 'response')
        answer.resume()
        if (answer.statusCode === 503) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
        return answer.statusCode
      } catch (error) {
        // On a very busy machine the request arrives too slowly, and the server ends the connection.
        if (error instanceof Error && 'code' in error && error.code === 'ECONNRESET') return signIn(n)
        throw error
      }
    }
    expect(await signIn(1_000)).toBe(200)
    forgetPeak(pid)
    const before = memoryOf(pid, 'VmRSS')
    const cookie = await signInFirstAdmin(url)
    let isOver = false
    const signIns = Promise.all(Array.from({ length: 1_000 }, (_, n) => signIn(n))).finally(() => (isOver = true))
    const served = new Set<number>()
    while (!isOver) served.add((await fetch(`${url}/v1/auth/admin/me`, { headers: { cookie } })).status)
    const statuses = await signIns
    expect(served).toEqual(new Set([200]))
    expect(new Set(statuses)).toEqual(new Set([200, 503]))
    // Without a limit it would be 19 GB. The memory of each connection is collected only when space is needed.
    expect(memoryOf(pid, 'VmHWM') - before).toBeLessThan((threads * 19 + 100) * mib)
  },
)
