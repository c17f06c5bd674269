import { exportUser } from '@health-console/contract/users/user-exports.ts'
import { callForStream } from '../../api/client.ts'
import { saveStream } from '../../api/save-stream.ts'

type ExportAllData = {
  userId: string
  reason: string
  signal: AbortSignal
  onProgress: (bytes: number) => void
}

/** The record at the end of each ZIP file without a comment. */
const endBytes = 22
const endMark = [0x50, 0x4b, 0x05, 0x06]

/** Saves everything about a user as a ZIP file. */
export async function exportAllData({ userId, reason, signal, onProgress }: ExportAllData): Promise<void> {
  let end = new Uint8Array()
  await saveStream({
    stream: await callForStream(exportUser, { params: { id: userId }, body: { reason } }, { signal }),
    signal,
    read: (piece) => {
      end = Uint8Array.of(...end, ...piece.subarray(-endBytes)).subarray(-endBytes)
      return piece
    },
    onProgress,
    isWhole: () => endMark.every((byte, index) => end[index] === byte),
    name: `user-${userId}.zip`,
    type: 'application/zip',
  })
}
