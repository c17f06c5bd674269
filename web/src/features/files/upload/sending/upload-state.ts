import type { Failure } from '../../../../lib/failure.ts'

type Pace = { bytesPerSecond: number; secondsLeft: number }

/** `sentBytes` have arrived and survive a pause. */
export type UploadState = { sentBytes: number } &
  /** `aheadBytes` are being sent and are lost in a pause. */
  (
    | { step: 'sending'; aheadBytes?: number; pace?: Pace | null }
    /**
     * "Preparing" checks for parts of this file that arrived earlier. "Waiting" means that the network, the server or
     * the storage is not available; the upload continues automatically.
     */
    | { step: 'preparing' | 'waiting' | 'paused' | 'publishing' | 'done' | 'cancelled' }
    | { step: 'failed'; failure: Failure }
  )

/** Whether the upload is running, or will resume when the network is back. */
export function isActive({ step }: UploadState): boolean {
  return step === 'preparing' || step === 'sending' || step === 'waiting' || step === 'publishing'
}

/** A percentage from 0 to 100. An empty file is complete. */
export function percentOf({ file }: { file: File }, { sentBytes }: UploadState): number {
  return file.size === 0 ? 100 : (sentBytes / file.size) * 100
}

/** The percentage that is being sent, from 0 to 100. */
export function aheadOf({ file }: { file: File }, state: UploadState): number {
  return state.step === 'sending' ? ((state.aheadBytes ?? 0) / file.size) * 100 : 0
}

/** The props of the upload's gauge. */
export function gaugeStateOf({ step }: UploadState) {
  if (step === 'failed') return 'failed'
  return step === 'paused' || step === 'waiting' ? 'paused' : 'running'
}

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
