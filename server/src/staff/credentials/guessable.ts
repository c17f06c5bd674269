import { foldText } from '@health-console/contract/text.ts'
import { isCommonPassword } from './common-passwords.ts'
import { undisguise } from './undisguise.ts'

/**
 * Why a password that meets the rules is easy to guess nevertheless; null if it is not.
 * @param person full name and e-mail address
 */
export async function whyGuessable(
  password: string,
  productName: string,
  person: { fullName: string; email: string },
): Promise<string | null> {
  if (containsAny(password, [productName.replaceAll(/\s+/g, ''), ...words(productName)]))
    return "Leave the product's name out of your password."
  if (containsAny(password, words(person.fullName))) return 'Leave your name out of your password.'
  if (containsAny(password, words(person.email))) return 'Leave your e-mail address out of your password.'
  if (await isCommonPassword(password)) return 'This is a common password or word, perhaps disguised. Choose another.'
  return null
}

/** Parts of four letters or more: shorter ones occur by chance. */
function words(text: string): string[] {
  return text.split(/[^\p{L}\p{N}]+/u).filter((word) => [...word].length >= 4)
}

function containsAny(password: string, parts: string[]): boolean {
  const folded = foldText(password)
  const readings = [folded, ...undisguise(folded)]
  return parts.some((part) => readings.some((reading) => reading.includes(foldText(part))))
}
