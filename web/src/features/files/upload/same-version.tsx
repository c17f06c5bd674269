import type { FileVersion } from '@health-console/contract/files/files.ts'
import { Note } from '../../../ui/page/note.tsx'

/** Says that the chosen file is identical to an existing version. */
export function SameVersionNote({ same: { version, isCurrent } }: { same: FileVersion }) {
  return (
    <Note tone="warning">
      This file is identical to version {`${version}${isCurrent ? ', the current version' : ''}`}.
    </Note>
  )
}
