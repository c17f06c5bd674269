import type { FileVersion } from '@health-console/contract/files.ts'
import { Copyable } from '../../../ui/buttons/copyable.tsx'

/** The beginning and end of a version's SHA-256. The copy button copies all of it. */
export function VersionHash({ version: { sha256, version } }: { version: FileVersion }) {
  if (sha256 === null) return 'calculating…'
  return (
    <Copyable text={sha256} what={`SHA-256 of version ${version}`}>
      <span className="id">
        {sha256.slice(0, 8)}…{sha256.slice(-8)}
      </span>
    </Copyable>
  )
}
