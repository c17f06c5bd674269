import { setTimeout as sleep } from 'node:timers/promises'

type Phase = { name: string; requests: number; underWay: number; failures: Record<string, number> }
type Call = (method: string, location: string, body?: object) => Promise<Response>

const clients = 10
const pauseMs = 50

/** Clients that read and write without a pause, and the responses that they received in each phase. */
export function startLoad(call: Call) {
  const phases: Phase[] = []
  const acknowledged: string[] = []
  let isOver = false
  let sent = 0
  const client = async () => {
    while (!isOver) {
      const phase = phases.at(-1)
      const n = (sent += 1)
      const [method, location, body] =
        n % 5 === 0 ? (['PATCH', '/v1/admins/me', { fullName: `Ada ${n}` }] as const) : (['GET', '/v1/users'] as const)
      if (phase) phase.underWay += 1
      const answer = await call(method, location, body).catch(() => undefined)
      await answer?.text().catch(() => undefined)
      if (phase) count(phase, method, answer?.status ?? 0)
      if (method === 'PATCH' && answer?.ok) acknowledged.push(answer.headers.get('x-request-id') ?? '')
      await sleep(pauseMs)
    }
  }
  const running = Promise.all(Array.from({ length: clients }, client))

  return {
    /**
     * A request counts towards the phase in which it was sent. `work` starts once all requests of the previous phase
     * are finished.
     */
    async during(name: string, work: () => Promise<unknown>): Promise<void> {
      const before = phases.at(-1)
      phases.push({ name, requests: 0, underWay: 0, failures: {} })
      while (before && before.underWay > 0) await sleep(pauseMs)
      await work()
    },
    /** The phases, each with its row of a table, and the request ids of the changes that were acknowledged. */
    async end() {
      isOver = true
      await running
      return { phases: phases.map((phase) => ({ ...phase, line: lineOf(phase) })), acknowledged }
    },
  }
}

/** A broken connection counts as status 0. */
function count(phase: Phase, method: string, status: number): void {
  phase.requests += 1
  phase.underWay -= 1
  const kind = `${method} ${status}`
  if (status !== 200) phase.failures[kind] = (phase.failures[kind] ?? 0) + 1
}

function lineOf({ name, requests, failures }: Phase): string {
  const others = Object.entries(failures).map(([kind, times]) => `${times} × ${kind}`)
  return `| ${name} | ${requests.toLocaleString('en')} | ${others.join(', ') || 'none'} |`
}
