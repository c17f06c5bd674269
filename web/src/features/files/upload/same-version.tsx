import type { FileVersion } from '@health-console/contract/files/files.ts'
import { Note } from '../../../ui/page/note.tsx'

type SameVersionNoteProps = { versions: FileVersion[]; sha256: string | null }

/** Says that the chosen file is identical to an existing version. */
export function SameVersionNote({ versions, sha256 }: SameVersionNoteProps) {
  const same = versions.find((version) => version.sha256 !== null && version.sha256 === sha256)
  if (!same) return null
  return (
    <Note tone="warning">
      This file is identical to version {`${same.version}${same.isCurrent ? ', the current version' : ''}`}.
    </Note>
  )
}
