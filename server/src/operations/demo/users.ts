import { unknownUser } from '@health-console/contract/users/users.ts'
import { fold } from '../../core/database/tables/fold.ts'
import type { EndUsersTable } from '../../core/database/tables/users.ts'
import { type NamePool, namePools, notableNames } from './names.ts'
import type { Random } from './random.ts'

const amount = 1_524
const firstMemberNumber = 1_204_830
const memberNumberStep = 7_919
const dayMs = 86_400_000
const mailDomains = [
  'mail.example',
  'outlook.example',
  'posteo.example',
  'universitaetsklinikum-heidelberg.example',
] as const

/** Invented users with names from many languages, some with unknown fields. */
export function demoUsers(random: Random, nowMs: number): EndUsersTable[] {
  return Array.from({ length: amount }, (_, index) => {
    const memberId = `HM-${firstMemberNumber + index * memberNumberStep}`
    const [firstName, lastName] = notableNames[index] ?? randomName(random)
    const joinedAtMs = nowMs - random.between(200, 1_400) * dayMs - random.between(0, dayMs)
    return {
      ...unknownUser,
      id: random.uuid(joinedAtMs),
      memberId,
      firstName,
      lastName,
      dateOfBirth: random.chance(0.05) ? '' : birthday(random, nowMs),
      email: random.chance(0.04) ? '' : makeEmail(random, firstName, lastName, memberId),
    }
  })
}

function randomName(random: Random): [string, string] {
  let ticket = random.between(1, 100)
  const pool = namePools.find(({ share }) => (ticket -= share) <= 0) ?? namePools[0]
  if (!pool) return ['', '']
  const firstName = oneOrTwo(random, pool.given, 0.08, ' ')
  const lastName = oneOrTwo(random, pool.family, 0.06, '-')
  return [random.chance(0.01) ? '' : firstName, random.chance(0.01) ? '' : lastName]
}

function oneOrTwo(random: Random, names: NamePool['given'], chanceOfTwo: number, joint: string): string {
  const first = random.pick(names)
  const second = random.chance(chanceOfTwo) ? random.pick(names) : first
  return second === first ? first : `${first}${joint}${second}`
}

/** A date between 18 and 92 years ago. */
function birthday(random: Random, nowMs: number): string {
  return new Date(nowMs - random.between(18 * 365, 92 * 365) * dayMs).toISOString().slice(0, 10)
}

function makeEmail(random: Random, firstName: string, lastName: string, memberId: string): string {
  const name = fold(`${firstName}.${lastName}`)
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '.')
    .replace(/^\.|\.$/g, '')
  const isLatin = name.length > 2
  return `${isLatin ? name : memberId.toLowerCase()}@${random.pick(mailDomains)}`
}
