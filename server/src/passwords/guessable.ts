/** Passwords that fulfil the rules and still stand near the top of every list of leaked ones, in lower case. */
const common = new Set(
  `password12 password123 password1234 password12345 password123456 passw0rd123 passw0rd1234 p4ssw0rd123 pa55word123
  qwerty1234 qwerty12345 qwerty123456 qwertyuiop1 qwertyuiop12 qwertyuiop123 1qaz2wsx3edc 1q2w3e4r5t 1q2w3e4r5t6y
  q1w2e3r4t5 q1w2e3r4t5y6 zaq12wsxcde3 zaq1xsw2cde3 abcd123456 abcdef1234 abc1234567 abcdefg123 abcdefgh12 a123456789
  aa12345678 asdf123456 asdfgh1234 asdfghjkl1 asdfghjkl123 1234567890a 123456789a 1234567890q 123456789q 12345678ab
  iloveyou12 iloveyou123 iloveyou1234 welcome123 welcome1234 welcome12345 welcome2024 welcome2025 welcome2026
  letmein123 letmein1234 letmein12345 changeme123 changeme1234 football12 football123 baseball12 baseball123
  superman12 superman123 princess12 princess123 sunshine12 sunshine123 michael123 jennifer12 jennifer123 charlie123
  liverpool1 liverpool12 liverpool123 chelsea1234 arsenal1234 monkey1234 dragon1234 master1234 shadow1234 summer2024
  summer2025 summer2026 winter2024 winter2025 winter2026 spring2024 spring2025 spring2026 autumn2024 autumn2025
  autumn2026 november2026 december2026 january2026 administrator1 administrator123 admin12345 admin123456 admin1234567
  administrator default1234 secret1234 secret12345 trustno1234 starwars12 starwars123 pokemon1234 computer12 computer123
  internet12 internet123 samsung123 samsung1234 google1234 google12345 facebook12 facebook123 linkedin123 mustang123
  jordan1234 jordan2323 hunter1234 thomas1234 robert1234 daniel1234 andrew1234 jessica123 ashley1234 nicole1234
  hospital123 hospital1234 patient1234 doctor1234 doctor12345 health1234 health12345 medical123 medical1234 nurse12345`.split(
    /\s+/,
  ),
)

/**
 * Why a password that fulfils the rules would still be guessed early, or null when nothing speaks against it.
 * @param person what belongs to the person: full name and e-mail address
 */
export function whyGuessable(
  password: string,
  productName: string,
  person: { fullName: string; email: string },
): string | null {
  const lower = fold(password)
  if (common.has(lower)) return 'This password is on the list of the most common ones. Choose another.'
  if (containsAny(lower, [productName.replaceAll(/\s+/g, ''), ...words(productName)]))
    return "Leave the product's name out of your password."
  if (containsAny(lower, words(person.fullName))) return 'Leave your name out of your password.'
  if (containsAny(lower, words(person.email))) return 'Leave your e-mail address out of your password.'
  return null
}

/** Parts of four letters or more: shorter ones turn up by chance. */
function words(text: string): string[] {
  return text.split(/[^\p{L}\p{N}]+/u).filter((word) => [...word].length >= 4)
}

function containsAny(lower: string, parts: string[]): boolean {
  return parts.some((part) => lower.includes(fold(part)))
}

function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
