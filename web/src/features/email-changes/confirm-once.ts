import { confirmEmailChange } from '@health-console/contract/email-changes.ts'
import { call } from '../../api/client.ts'
import { once } from '../../lib/once.ts'

/** Uses the link of an e-mail change. */
export const confirmOnce = once((id: string) => call(confirmEmailChange, { body: { id } }))
