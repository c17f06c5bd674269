import { confirmEmailChange } from '@health-console/contract/email-changes.ts'
import { call } from '../../api/client.ts'

const confirmations = new Map<string, Promise<void>>()

/** Uses the link of an e-mail change once per page load, however often the page mounts. */
export function confirmOnce(id: string): Promise<void> {
  const known = confirmations.get(id)
  if (known) return known
  const confirmation = call(confirmEmailChange, { body: { id } })
  confirmations.set(id, confirmation)
  return confirmation
}
