export type Pace = { bytesPerSecond: number; secondsLeft: number }

type Progress = {
  /** What has arrived or is being sent. */
  sentBytes: number
  pace: Pace | null
}

export type UploadState =
  /** Looks for parts of this file that arrived earlier. */
  | ({ step: 'preparing' } & Progress)
  | ({ step: 'sending' } & Progress)
  /** The network or the server is unreachable; the upload continues by itself. */
  | ({ step: 'waiting' } & Progress)
  | ({ step: 'paused' } & Progress)
  | ({ step: 'publishing' } & Progress)
  | ({ step: 'done' } & Progress)
  | ({ step: 'failed'; message: string } & Progress)
  | ({ step: 'cancelled' } & Progress)

/** Work is under way, or resumes as soon as the network is back. */
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
