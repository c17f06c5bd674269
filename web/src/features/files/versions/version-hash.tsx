import type { FileVersion } from '@health-console/contract/files/files.ts'
import { Sha256 } from '../../../ui/values/sha256.tsx'

/** A version's SHA-256, once it is known. */
export function VersionHash({ version: { sha256, version } }: { version: FileVersion }) {
  return sha256 === null ? 'calculating…' : <Sha256 sha256={sha256} of={`version ${version}`} />
}
