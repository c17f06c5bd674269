import type { AccessFinding } from '@health-console/contract/audit/unusual-access.ts'
import { isolate } from '../../lib/isolate.ts'
import { formatCount } from '../../lib/numbers.ts'
import { nameOfId } from '../../lib/short-ids.ts'

/** A part of a sentence. Numbers and the user are emphasized. */
type Phrase = { text: string; isStrong?: boolean }

const strong = (text: string): Phrase => ({ text, isStrong: true })

const sameAs = {
  name: ', who has the same last name',
  own_email: ', whose email address is their own',
  colleague_email: ', whose email address is a colleague’s',
} as const

/** Describes what a rule found, with its numbers. */
export function describeFinding({ why, user }: AccessFinding): Phrase[] {
  const whom = user ? user.memberId || nameOfId(user.id) : ''
  switch (why.rule) {
    case 'close':
      return [{ text: 'Viewed ' }, strong(isolate(whom)), { text: sameAs[why.how] }]
    case 'many':
      return [
        { text: 'Viewed ' },
        strong(`${formatCount(why.users)} users`),
        { text: '; a usual day is ' },
        strong(formatCount(why.usual)),
      ]
    case 'alone':
      return [
        { text: 'Viewed ' },
        strong(isolate(whom)),
        { text: ' on ' },
        strong(`${formatCount(why.days)} days`),
        { text: ' within 30, while no one else did' },
      ]
    case 'hour':
      return [
        { text: 'Viewed ' },
        strong(`${formatCount(why.users)} users`),
        { text: ` between ${hourOf(why.hour)} and ${hourOf(why.hour + 1)}; ` },
        strong(`${why.percent.toFixed(1)}\u00a0%`),
        { text: ' of their views in the eight weeks before were within an hour of it' },
      ]
  }
}

const hourOf = (hour: number) => `${String(hour % 24).padStart(2, '0')}:00`
