import { randomInt } from 'node:crypto'
import { checkPort } from '../src/http/check-port.ts'

/** Below the ports that systems choose themselves: those may be taken again before the caller listens. */
const [lowest, highest] = [20_000, 32_000]

/** A loopback port that nothing listens on at the moment. */
export async function freePort(): Promise<number> {
  const port = randomInt(lowest, highest)
  return await checkPort({ host: '127.0.0.1', port }).then(
    () => port,
    () => freePort(),
  )
}
