/** The work of the main thread on one request, in milliseconds of the processor, and the growth of the memory. */
export type Work = { longestMs: number; totalMs: number; grownMb: number }

const cpuMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
/** A turn of the loop without work needs less. */
const leastMs = 0.1
/** Reading the memory costs more than a turn of the loop. */
const turnsBetween = 50

/**
 * Counts the processor's time in each turn of the event loop, during which other requests wait. That time hardly
 * depends on how busy the machine is.
 * @returns a function that ends the count
 */
export function countWork(): () => Work {
  globalThis.gc?.()
  const rssBefore = process.memoryUsage.rss()
  let [last, longestMs, totalMs, peakRss, turns] = [cpuMs(), 0, 0, rssBefore, 0]
  let isCounting = true
  const turn = () => {
    const now = cpuMs()
    longestMs = Math.max(longestMs, now - last)
    if (now - last >= leastMs) totalMs += now - last
    if (turns % turnsBetween === 0 || now - last >= leastMs) peakRss = Math.max(peakRss, process.memoryUsage.rss())
    turns += 1
    last = cpuMs()
    if (isCounting) setImmediate(turn)
  }
  setImmediate(turn)
  return () => {
    isCounting = false
    return { longestMs, totalMs, grownMb: (peakRss - rssBefore) / 2 ** 20 }
  }
}
