/** The longest wait, because some work might never end. */
const longestWaitMs = 5_000

const underWay = new Set<Promise<unknown>>()

/** Registers work whose result the page will show. Until it is done, the page is not idle. */
export async function keepBusy<Result>(work: Promise<Result>): Promise<Result> {
  underWay.add(work)
  try {
    return await work
  } finally {
    underWay.delete(work)
  }
}

/** Runs a function once the page has its data and the browser is idle. */
export function whenIdle(act: () => void): void {
  let isLate = false
  const late = new Promise<void>((resolve) => {
    setTimeout(() => {
      isLate = true
      resolve()
    }, longestWaitMs)
  })
  const tryToAct = () => {
    if (underWay.size === 0 || isLate) act()
    else void Promise.race([Promise.allSettled(underWay), late]).then(waitForIdle)
  }
  const waitForIdle = () => requestIdle(tryToAct)
  waitForIdle()
}

function requestIdle(act: () => void): void {
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback === 'function') requestIdleCallback(act, { timeout: longestWaitMs })
  else setTimeout(act, 1_000)
}
