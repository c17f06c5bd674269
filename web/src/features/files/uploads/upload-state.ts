export type Pace = { bytesPerSecond: number; secondsLeft: number }

type Progress = {
  /** What has arrived: a pause loses nothing of it. */
  sentBytes: number
  pace: Pace | null
}

export type UploadState =
  /** Looks for parts of this file that arrived earlier. */
  | ({ step: 'preparing' } & Progress)
  /** `aheadBytes` are being sent; a pause loses them. */
  | ({ step: 'sending'; aheadBytes?: number } & Progress)
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

/** 0 to 100, of what is being sent. */
export function aheadOf({ file }: { file: File }, state: UploadState): number {
  return state.step === 'sending' ? ((state.aheadBytes ?? 0) / file.size) * 100 : 0
}

/** How a gauge shows it. */
export function gaugeStateOf({ step }: UploadState) {
  if (step === 'failed') return 'failed'
  return step === 'paused' || step === 'waiting' ? 'paused' : 'running'
}
