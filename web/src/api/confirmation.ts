/** Asks for the password over the page. @returns false when the admin cancels */
type AskForPassword = () => Promise<boolean>

let ask: AskForPassword | undefined
let asking: Promise<boolean> | undefined

/** Registers the dialog that asks for all calls. */
export function onConfirmationNeeded(answer: AskForPassword): () => void {
  ask = answer
  return () => void (ask = undefined)
}

/** A call was refused until the password is given again; calls that meet this together share one question. */
export async function confirmIdentity(): Promise<boolean> {
  asking ??= ask?.().finally(() => (asking = undefined))
  return (await asking) ?? false
}
