import type { BulkKind } from '@health-console/contract/errors.ts'

/**
 * Asks the admin to confirm their identity, in a dialog over the page.
 * @param limit the kind of data that the admin has seen a lot of; undefined if the last confirmation is too long ago
 * @returns false when the admin cancels
 */
type RequestConfirmation = (limit: BulkKind | undefined) => Promise<boolean>

let request: RequestConfirmation | undefined
let pending: Promise<boolean> | undefined

/** Registers the dialog that asks for the confirmation. */
export function onConfirmationNeeded(answer: RequestConfirmation): () => void {
  request = answer
  return () => void (request = undefined)
}

/** Called when a request was rejected until the identity is confirmed. Concurrent requests share one dialog. */
export async function confirmIdentity(limit: BulkKind | undefined): Promise<boolean> {
  pending ??= request?.(limit).finally(() => (pending = undefined))
  return (await pending) ?? false
}
