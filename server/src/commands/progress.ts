const everyMs = 200

/** A line on the terminal that is updated in place; prints nothing without a terminal. */
export function createProgress(verb: string, total: number, unit = 'lines') {
  const terminal = process.stderr.isTTY ? process.stderr : undefined
  let shownAtMs = 0
  return {
    show(count: number, done: number): void {
      if (!terminal || performance.now() - shownAtMs < everyMs) return
      shownAtMs = performance.now()
      const percent = Math.min(100, Math.floor((done / total) * 100))
      terminal.write(`\r${verb} ${count.toLocaleString('en-GB')} ${unit} (${percent} %)\u001b[K`)
    },
    clear(): void {
      if (shownAtMs > 0) terminal?.write('\r\u001b[K')
    },
  }
}
