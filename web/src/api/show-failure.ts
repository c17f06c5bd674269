import { toFailure } from '../lib/failure.ts'
import { toast } from '../ui/toasts.ts'
import { isSignedOut, isUnconfirmed } from './errors.ts'

/**
 * Shows a failed request as a toast, unless a dialog has already told the admin: the one that asks for the sign-in or
 * for a confirmation.
 * @param text by default the message of the error
 */
export function showFailure(error: unknown, text?: string): void {
  if (isSignedOut(error) || isUnconfirmed(error)) return
  const failure = toFailure(error)
  toast.error(text ?? failure.message, failure)
}
