import { shownEmail } from '../../lib/shown-email.ts'
import type { FileVersion } from '@health-console/contract/files/files.ts'
import { isolate } from '../../lib/isolate.ts'

type Uploader = NonNullable<FileVersion['uploadedBy']>

export const nameOf = ({ fullName, email }: Uploader) => fullName || shownEmail(email)

/** The isolated name of the admin, or "the demo" if no admin uploaded the version. */
export const uploaderOf = ({ uploadedBy }: Pick<FileVersion, 'uploadedBy'>) =>
  uploadedBy ? isolate(nameOf(uploadedBy)) : 'the demo'
