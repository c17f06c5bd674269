import type { BulkKind } from '@health-console/contract/errors.ts'
import { createStore } from '../lib/store.ts'

/**
 * Asks the admin to confirm their identity, in a dialog over the page.
 * @param limit the kind of data that the admin has seen a lot of; undefined if the last confirmation is too long ago
 * @returns false when the admin cancels
 */
type RequestConfirmation = (limit: BulkKind | undefined) => Promise<boolean>

const request = createStore<RequestConfirmation | undefined>(undefined)
const pending = createStore<Promise<boolean> | undefined>(undefined)

/** Registers the dialog that asks for the confirmation. */
export function onConfirmationNeeded(answer: RequestConfirmation): () => void {
  request.set(answer)
  return () => request.set(undefined)
}

/** Called when a request was rejected until the identity is confirmed. Concurrent requests share one dialog. */
export async function confirmIdentity(limit: BulkKind | undefined): Promise<boolean> {
  if (!pending.get())
    pending.set(
      request
        .get()?.(limit)
        .finally(() => pending.set(undefined)),
    )
  return (await pending.get()) ?? false
}
