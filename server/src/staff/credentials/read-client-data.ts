import type { Context } from '../../context.ts'
import { type Challenge, type ChallengePlace, readChallenge } from './passkey-challenges.ts'

/** What went wrong, in words for the person, and the owner of the passkey if known. */
export type PasskeyProblem = { problem: string; adminId?: string }

export const uncheckable = 'The passkey could not be checked. Try again.'

export const usedAlready = 'This answer of a passkey has been used already. Try again.'

/** Checks the origin and the challenge of an answer. */
export function readClientData(
  context: Context,
  place: ChallengePlace,
  clientDataJson: string,
): { text: string; challenge: Challenge } | PasskeyProblem {
  const { challenge: text, origin } = parse(clientDataJson)
  if (text === undefined || origin === undefined) return { problem: uncheckable }
  const { publicUrl } = context.config
  if (origin !== publicUrl) return { problem: `Passkeys work only at ${publicUrl}. Open the console there.` }
  const challenge = readChallenge(context, place, text)
  return challenge ? { text, challenge } : { problem: 'The request for the passkey has expired. Try again.' }
}

function parse(clientDataJson: string): { challenge?: string; origin?: string } {
  try {
    const { challenge, origin } = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString()) ?? {}
    return typeof challenge === 'string' && typeof origin === 'string' ? { challenge, origin } : {}
  } catch {
    return {}
  }
}
