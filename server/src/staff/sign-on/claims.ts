import { Email } from '@health-console/contract/text.ts'
import type { SignOnSettings } from '../../settings/sign-on.ts'

/** What a provider says of a person. */
export type Claims = Record<string, unknown>

/** Who the provider says a person is. */
export type ConfirmedIdentity = {
  subject: string
  /** Null unless the provider has verified it, and the console accepts it. */
  email: string | null
  fullName: string
  /** Null if the provider does not say. */
  groups: string[] | null
  refreshToken: string | null
}

/** The limit of OpenID Connect. */
const maxSubjectLength = 255

/**
 * Whether a subject identifies one person: not blank, and without characters that are invisible, or that databases store
 * in another form.
 */
export function isUsableSubject(subject: unknown): subject is string {
  if (typeof subject !== 'string' || subject.length > maxSubjectLength) return false
  return /[^\s\u2800]/u.test(subject) && !/[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/u.test(subject)
}

export function toIdentity(
  claims: Claims,
  { trustsEmail }: Pick<SignOnSettings, 'trustsEmail'>,
  refreshToken: string | undefined,
): ConfirmedIdentity {
  const textOf = (name: string) => (typeof claims[name] === 'string' ? claims[name] : '')
  const { email_verified: claim } = claims
  const isVerified = claim === true || claim === 'true' || (claim === undefined && trustsEmail)
  // Other e-mails belong to no admin, and some turn into one of ours in lower case.
  const email = isVerified ? Email.safeParse(textOf('email')).data : undefined
  return {
    subject: textOf('sub'),
    email: email ?? null,
    fullName: textOf('name'),
    groups: readGroups(claims),
    refreshToken: refreshToken ?? null,
  }
}

/** Several providers say a single group as a text. It is never split: names of groups may hold any separator. */
export function readGroups({ groups }: Claims): string[] | null {
  if (typeof groups === 'string') return [groups]
  return Array.isArray(groups) ? groups.filter((group) => typeof group === 'string') : null
}

type StaffRole = 'admin' | 'super_admin'

type GroupSettings = Pick<SignOnSettings, 'superAdminGroup' | 'adminGroup'>

export const needsGroups = ({ superAdminGroup, adminGroup }: GroupSettings) =>
  superAdminGroup !== undefined || adminGroup !== undefined

/** The role that the provider's groups give to a person. @returns undefined when they give no access */
export function roleOf(
  { superAdminGroup, adminGroup }: GroupSettings,
  groups: readonly string[],
  current: StaffRole,
): StaffRole | undefined {
  if (superAdminGroup !== undefined && groups.includes(superAdminGroup)) return 'super_admin'
  if (adminGroup !== undefined && !groups.includes(adminGroup)) return undefined
  return superAdminGroup === undefined ? current : 'admin'
}
