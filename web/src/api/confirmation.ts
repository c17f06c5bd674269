/** Asks for a confirmation of the identity over the page. @returns false when the admin cancels */
type AskForPassword = () => Promise<boolean>

let ask: AskForPassword | undefined
let asking: Promise<boolean> | undefined

/** Registers the dialog that asks. */
export function onConfirmationNeeded(answer: AskForPassword): () => void {
  ask = answer
  return () => void (ask = undefined)
}

/** Called when a call was refused until the identity is confirmed. Concurrent calls share one question. */
export async function confirmIdentity(): Promise<boolean> {
  asking ??= ask?.().finally(() => (asking = undefined))
  return (await asking) ?? false
}
