import type { BulkKind } from '@health-console/contract/errors.ts'

/**
 * Requests a confirmation of the identity over the page.
 * @param limit what much was shown of; undefined: the last confirmation is too long ago
 * @returns false when the admin cancels
 */
type RequestConfirmation = (limit: BulkKind | undefined) => Promise<boolean>

let request: RequestConfirmation | undefined
let pending: Promise<boolean> | undefined

/** Registers the dialog that requests it. */
export function onConfirmationNeeded(answer: RequestConfirmation): () => void {
  request = answer
  return () => void (request = undefined)
}

/** Called when a call was refused until the identity is confirmed. Concurrent calls share one dialog. */
export async function confirmIdentity(limit: BulkKind | undefined): Promise<boolean> {
  pending ??= request?.(limit).finally(() => (pending = undefined))
  return (await pending) ?? false
}
