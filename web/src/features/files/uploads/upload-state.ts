export type Pace = { bytesPerSecond: number; secondsLeft: number }

type Progress = {
  /** What has arrived and what is on its way. */
  sentBytes: number
  pace: Pace | null
}

export type UploadState =
  /** Finds out what has arrived of this file before. */
  | ({ step: 'preparing' } & Progress)
  | ({ step: 'sending' } & Progress)
  /** Network or server are away; it goes on by itself. */
  | ({ step: 'waiting' } & Progress)
  | ({ step: 'paused' } & Progress)
  | ({ step: 'publishing' } & Progress)
  | ({ step: 'done' } & Progress)
  | ({ step: 'failed'; message: string } & Progress)
  | ({ step: 'cancelled' } & Progress)

/** Something is being done, now or as soon as the network is back. */
export function isActive({ step }: UploadState): boolean {
  return step === 'preparing' || step === 'sending' || step === 'waiting' || step === 'publishing'
}

/** 0 to 100. An empty file is all there. */
export function percentOf({ file }: { file: File }, { sentBytes }: UploadState): number {
  return file.size === 0 ? 100 : (sentBytes / file.size) * 100
}

/** How a gauge shows it. */
export function gaugeStateOf({ step }: UploadState) {
  if (step === 'failed') return 'failed'
  return step === 'paused' || step === 'waiting' ? 'paused' : 'running'
}
