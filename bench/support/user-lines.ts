import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { namePools } from '../../server/src/operations/demo/names.ts'
import { createRandom } from '../../server/src/operations/demo/random.ts'

/** Generated names in addition to the demo's, because a million users need more than two hundred surnames. */
const syllables = words(
  'al an bar ber bo ca chi da de dor el fan gar ha hol in jo ka ken la lin lo ma mer mi mor na ni o pe ra ri ro sa sen son ta tin to va vel wa win ya zi',
)

/** Letters of Korean, Japanese, Arabic, Hindi, Thai, Greek and Cyrillic. */
const scripts = words(
  '김이박최정강조윤장임한오서신권황안송전홍민준지우서연하은도윤 あいうがぎぐはばぱアイガギパ健太美咲翔花子 ' +
    'محمدأإآةىيكفاطمهعلي रामसितगीताविनोदकुमर กขคงจฉชสมหญิงรักไทย ΆλέξανδροςΜαρίαΠαπάς ИванПётрЁлкинаЙод',
)

/**
 * Writes users in the format of `import-users`, always the same ones.
 * @param shares how many of them have the surname Nguyen, and names in other scripts than Latin, from 0 to 1
 */
export async function writeUserLines(
  file: string,
  amount: number,
  { nguyen = 0, otherScripts = 0 }: { nguyen?: number; otherScripts?: number } = {},
): Promise<void> {
  const random = createRandom(7)
  const families = Array.from({ length: 20_000 }, () => capital(manySyllables(2, 4)))
  const given = Array.from({ length: 2_000 }, () => capital(manySyllables(2, 3)))

  function manySyllables(from: number, to: number): string {
    return Array.from({ length: random.between(from, to) }, () => random.pick(syllables)).join('')
  }
  /** Letters of a script, in no order that means anything. */
  const letters = (script: string, most: number) =>
    Array.from({ length: random.between(2, most) }, () => random.pick([...script] as [string])).join('')
  /** Some names are far more frequent than others. */
  const skewed = (names: string[]) =>
    names[Math.floor(random.next() * random.next() * random.next() * names.length)] ?? ''

  function person(index: number): string {
    const isNguyen = nguyen > 0 && random.chance(nguyen)
    const other = otherScripts > 0 && random.chance(otherScripts) ? random.pick(scripts) : undefined
    const pool = namePools[random.between(0, 7)]
    const known = pool !== undefined && random.chance(0.3)
    const user = {
      id: random.uuid(1_600_000_000_000 + index * 1_000),
      memberId: `HM-${1_000_000 + index}`,
      firstName: other ? letters(other, 3) : known ? random.pick(pool.given) : skewed(given),
      lastName: other ? letters(other, 4) : isNguyen ? 'Nguyen' : known ? random.pick(pool.family) : skewed(families),
      dateOfBirth: `19${random.between(40, 99)}-0${random.between(1, 9)}-${random.between(10, 28)}`,
      email: `member${index}@mail.example`,
    }
    return `${JSON.stringify(user)}\n`
  }
  function* chunks() {
    for (let start = 0; start < amount; start += 1_000) {
      yield Array.from({ length: Math.min(1_000, amount - start) }, (_, place) => person(start + place)).join('')
    }
  }
  await pipeline(Readable.from(chunks()), createWriteStream(file))
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

function words(text: string): [string, ...string[]] {
  return text.split(' ') as [string, ...string[]]
}
