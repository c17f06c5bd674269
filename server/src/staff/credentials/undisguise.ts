const letters: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '8': 'b',
  '3': 'e',
  '6': 'g',
  '9': 'g',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
  '+': 't',
  '2': 'z',
}

/**
 * Replaces digits and signs in a folded text with the letters that they usually stand for; some stand for both i and l.
 */
export function undisguise(folded: string): string[] {
  return ['i', 'l'].map((one) =>
    folded.replaceAll(/[^\p{L}]/gu, (sign) => letters[sign] ?? ('1!|'.includes(sign) ? one : sign)),
  )
}
