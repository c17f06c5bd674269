/** There is too much of some work at the moment. The message is for the caller, who may try again. */
export class BusyError extends Error {
  readonly retryAfterSeconds: number
  /** Whether the work of the same owner reaches the limit for one owner. */
  readonly isOwners: boolean

  constructor(message: string, retryAfterSeconds: number, isOwners: boolean) {
    super(message)
    this.retryAfterSeconds = retryAfterSeconds
    this.isOwners = isOwners
  }
}

type QueueLimits = {
  /** How much work runs at once. */
  most: number
  /** How much work of one owner runs at once. Without it, only the total is limited. */
  mostOfOwner?: number
  /** How much work waits at most, and how long. Without a limit of time, it waits until its turn has come. */
  longest: number
  longestWaitMs?: number
  /** What a caller is told whose work would wait longer, and after how many seconds to try again. */
  busy: { message: string; retryAfterSeconds: number }
}

type Turn = {
  /** Whose work it is, such as a session. */
  owner?: string
  /** Ends the wait, usually because the caller has disconnected. */
  signal?: AbortSignal
}

type Waiting = { owner: string; begin: () => void; beBusy: () => void }

export type Queue = ReturnType<typeof createQueue>

/**
 * Work of one kind, which runs in the order of arrival. If owners have a limit, they take turns, so that none is delayed
 * by how much another has sent, and those whose limit is reached are passed over.
 */
export function createQueue({ most, mostOfOwner = most, longest, longestWaitMs, busy }: QueueLimits) {
  const running = new Map<string, number>()
  const waiting = new Set<Waiting>()
  /** The last turn of each owner who has had one since nothing ran. */
  const turns = new Map<string, number>()
  let [amount, lastTurn] = [0, 0]

  const runningOf = (owner: string) => running.get(owner) ?? 0
  const turnOf = (owner: string) => turns.get(owner) ?? 0

  function findNext(): Waiting | undefined {
    if (mostOfOwner === most) return waiting.values().next().value
    let next: Waiting | undefined
    for (const each of waiting) {
      if (runningOf(each.owner) >= mostOfOwner) continue
      if (!next || turnOf(each.owner) < turnOf(next.owner)) next = each
    }
    return next
  }

  function beginNext(): void {
    while (amount < most) {
      const next = findNext()
      if (!next) return
      waiting.delete(next)
      running.set(next.owner, runningOf(next.owner) + 1)
      turns.set(next.owner, (lastTurn += 1))
      amount += 1
      next.begin()
    }
  }

  /** The newest work of the owner of whom most waits, or this work if its owner is one of them. */
  function findSurplus(newest: Waiting): Waiting {
    const byOwner = Map.groupBy(waiting, ({ owner }) => owner)
    const ofNewest = byOwner.get(newest.owner) ?? []
    const largest = [...byOwner.values()].find((each) => each.length > ofNewest.length) ?? ofNewest
    return largest.at(-1) ?? newest
  }

  function end(owner: string): void {
    const left = runningOf(owner) - 1
    if (left > 0) running.set(owner, left)
    else running.delete(owner)
    amount -= 1
    beginNext()
    if (amount === 0) turns.clear()
  }

  function waitFor(owner: string, signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const leave = (reason: unknown) => waiting.delete(each) && reject(reason)
    const beBusy = () => {
      const isOwners = mostOfOwner < most && runningOf(owner) >= mostOfOwner
      leave(new BusyError(busy.message, busy.retryAfterSeconds, isOwners))
    }
    const each: Waiting = { owner, begin: resolve, beBusy }
    waiting.add(each)
    beginNext()
    if (!waiting.has(each)) return promise

    if (waiting.size > longest) findSurplus(each).beBusy()
    const timer = longestWaitMs === undefined ? undefined : setTimeout(beBusy, longestWaitMs)
    const abort = () => leave(signal?.reason)
    signal?.addEventListener('abort', abort)
    return promise.finally(() => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    })
  }

  /**
   * Waits until work may begin that does not end with a function.
   * @returns a function that ends it
   * @throws BusyError if it would wait for too long, or the signal's reason
   */
  async function take({ owner = '', signal }: Turn = {}): Promise<() => void> {
    signal?.throwIfAborted()
    await waitFor(owner, signal)
    return () => end(owner)
  }

  return {
    take,
    /** @throws BusyError if it would wait for too long, or the signal's reason */
    async run<T>(work: () => Promise<T>, turn?: Turn): Promise<T> {
      const end = await take(turn)
      try {
        return await work()
      } finally {
        end()
      }
    },
    /** Whether nothing runs or waits. */
    get isFree(): boolean {
      return amount === 0
    },
  }
}
