/** Requests a confirmation of the identity over the page. @returns false when the admin cancels */
type RequestConfirmation = () => Promise<boolean>

let request: RequestConfirmation | undefined
let pending: Promise<boolean> | undefined

/** Registers the dialog that requests it. */
export function onConfirmationNeeded(answer: RequestConfirmation): () => void {
  request = answer
  return () => void (request = undefined)
}

/** Called when a call was refused until the identity is confirmed. Concurrent calls share one dialog. */
export async function confirmIdentity(): Promise<boolean> {
  pending ??= request?.().finally(() => (pending = undefined))
  return (await pending) ?? false
}
