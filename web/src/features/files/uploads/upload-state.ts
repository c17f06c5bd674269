export type Pace = { bytesPerSecond: number; secondsLeft: number }

/** `sentBytes` have arrived and survive a pause. */
export type UploadState = { sentBytes: number } &
  /** `aheadBytes` are being sent and are lost in a pause. */
  (
    | { step: 'sending'; aheadBytes?: number; pace?: Pace | null }
    /**
     * Preparing: checks for parts of this file that arrived earlier. Waiting: the network or the server is unreachable; the
     * upload continues automatically.
     */
    | { step: 'preparing' | 'waiting' | 'paused' | 'publishing' | 'done' | 'cancelled' }
    | { step: 'failed'; message: string }
  )

/** Whether the upload is running, or will resume when the network is back. */
export function isActive({ step }: UploadState): boolean {
  return step === 'preparing' || step === 'sending' || step === 'waiting' || step === 'publishing'
}

/** 0 to 100. An empty file is complete. */
export function percentOf({ file }: { file: File }, { sentBytes }: UploadState): number {
  return file.size === 0 ? 100 : (sentBytes / file.size) * 100
}

/** 0 to 100, of what is being sent. */
export function aheadOf({ file }: { file: File }, state: UploadState): number {
  return state.step === 'sending' ? ((state.aheadBytes ?? 0) / file.size) * 100 : 0
}

/** The props of its gauge. */
export function gaugeStateOf({ step }: UploadState) {
  if (step === 'failed') return 'failed'
  return step === 'paused' || step === 'waiting' ? 'paused' : 'running'
}
