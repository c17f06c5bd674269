import { confirmEmailChange } from '@health-console/contract/staff/email-changes.ts'
import { call } from '../../api/client.ts'
import { once } from '../../lib/once.ts'

export const confirmOnce = once((id: string) => call(confirmEmailChange, { body: { id } }))
