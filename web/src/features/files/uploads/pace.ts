import type { Pace } from './upload-state.ts'

const windowMs = 8_000
const knownAfterMs = 1_500

/** Measures the speed over the last seconds, so that a stall does not affect it for long. */
export function createPace(totalBytes: number, now: () => number = () => performance.now()) {
  let samples: { atMs: number; sentBytes: number }[] = []
  return {
    /** @returns null until enough is known */
    measure(sentBytes: number): Pace | null {
      const atMs = now()
      samples = [...samples.filter((sample) => atMs - sample.atMs <= windowMs), { atMs, sentBytes }]
      const first = samples[0]
      if (!first || atMs - first.atMs < knownAfterMs || sentBytes <= first.sentBytes) return null
      const bytesPerSecond = ((sentBytes - first.sentBytes) / (atMs - first.atMs)) * 1000
      return { bytesPerSecond, secondsLeft: (totalBytes - sentBytes) / bytesPerSecond }
    },
    /** Called after a pause, because the speed before it no longer matters. */
    restart() {
      samples = []
    },
  }
}
