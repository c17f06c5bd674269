import { shownEmail } from '../../lib/shown-email.ts'
import type { FileVersion } from '@health-console/contract/files.ts'
import { isolate } from '../../lib/isolate.ts'

type Person = NonNullable<FileVersion['uploadedBy']>

export const nameOf = ({ fullName, email }: Person) => fullName || shownEmail(email)

/** Isolated; "the demo" where no one uploaded it. */
export const uploaderOf = ({ uploadedBy }: Pick<FileVersion, 'uploadedBy'>) =>
  uploadedBy ? isolate(nameOf(uploadedBy)) : 'the demo'
