const everyMs = 200

/** A line on the terminal that is updated in place; prints nothing without a terminal. */
export function createProgress(verb: string, total: number, unit = 'lines') {
  const terminal = process.stderr.isTTY ? process.stderr : undefined
  const startedAtMs = performance.now()
  let shownAtMs = 0
  return {
    show(count: number, done: number): void {
      if (!terminal || performance.now() - shownAtMs < everyMs) return
      shownAtMs = performance.now()
      const part = Math.min(1, done / total)
      const leftMs = (shownAtMs - startedAtMs) * (1 / part - 1)
      const left = part > 0.01 && part < 1 ? `, ${inWords(leftMs)} left` : ''
      terminal.write(`\r${verb} ${count.toLocaleString('en-GB')} ${unit} (${Math.floor(part * 100)} %${left})\u001b[K`)
    },
    clear(): void {
      if (shownAtMs > 0) terminal?.write('\r\u001b[K')
    },
  }
}

/** A duration in seconds, or in minutes and seconds. */
export function inWords(ms: number): string {
  const seconds = Math.ceil(ms / 1_000)
  return seconds < 120 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}
