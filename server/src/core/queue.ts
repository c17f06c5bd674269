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

type Waiting = { owner: string; begin: () => void }

export type Queue = ReturnType<typeof createQueue>

/** Work of one kind, which runs in the order of arrival, except that owners whose limit is reached are passed over. */
export function createQueue({ most, mostOfOwner = most, longest, longestWaitMs, busy }: QueueLimits) {
  const running = new Map<string, number>()
  const waiting = new Set<Waiting>()
  let amount = 0

  const runningOf = (owner: string) => running.get(owner) ?? 0

  function beginNext(): void {
    for (const each of waiting) {
      if (amount >= most) return
      if (runningOf(each.owner) >= mostOfOwner) continue
      waiting.delete(each)
      running.set(each.owner, runningOf(each.owner) + 1)
      amount += 1
      each.begin()
    }
  }

  function end(owner: string): void {
    const left = runningOf(owner) - 1
    if (left > 0) running.set(owner, left)
    else running.delete(owner)
    amount -= 1
    beginNext()
  }

  function waitFor(owner: string, signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const each: Waiting = { owner, begin: resolve }
    waiting.add(each)
    beginNext()
    if (!waiting.has(each)) return promise

    const leave = (reason: unknown) => waiting.delete(each) && reject(reason)
    const isOwners = mostOfOwner < most && runningOf(owner) >= mostOfOwner
    const beBusy = () => leave(new BusyError(busy.message, busy.retryAfterSeconds, isOwners))
    if (waiting.size > longest) beBusy()
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
