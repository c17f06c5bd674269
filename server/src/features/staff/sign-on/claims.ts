import { toStoredEmail } from '@health-console/contract/values/email-address.ts'
import type { SignOnSettings } from '../../../core/settings/sign-on.ts'

/** The provider's claims about a user. */
export type Claims = Record<string, unknown>

/** The identity that the provider confirms. */
export type ConfirmedIdentity = {
  subject: string
  /** Null unless the provider has verified it, and the console accepts it. */
  email: string | null
  fullName: string
  /** Null if the provider sends none. */
  groups: string[] | null
  groupsFrom: GroupsFrom | null
  refreshToken: string | null
}

/** The response that contains a user's groups: the identity token, or that of the user-info URL. */
export type GroupsFrom = 'token' | 'user_info'

/** The maximum length in OpenID Connect. */
const maxSubjectLength = 255

/**
 * Whether a subject identifies one user: it is not blank, and has no characters that are invisible, or that databases
 * store in another form.
 */
export function isUsableSubject(subject: unknown): subject is string {
  if (typeof subject !== 'string' || subject.length > maxSubjectLength) return false
  return /[^\s\u2800]/u.test(subject) && !/[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/u.test(subject)
}

export function toIdentity(
  claims: Claims,
  { trustsEmail }: Pick<SignOnSettings, 'trustsEmail'>,
  { refreshToken, groupsFrom }: { refreshToken: string | undefined; groupsFrom: GroupsFrom | null },
): ConfirmedIdentity {
  const textOf = (name: string) => (typeof claims[name] === 'string' ? claims[name] : '')
  const { email_verified: claim } = claims
  const isVerified = claim === true || claim === 'true' || (claim === undefined && trustsEmail)
  // Other email addresses belong to no admin, and some would become one of ours in lower case or in one width.
  const email = isVerified ? toStoredEmail(textOf('email').trim()) : undefined
  return {
    subject: textOf('sub'),
    email: email ?? null,
    fullName: textOf('name'),
    groups: readGroups(claims),
    groupsFrom,
    refreshToken: refreshToken ?? null,
  }
}

/**
 * Several providers send a single group as a text. It is never split, because names of groups may contain any
 * separator.
 */
export function readGroups({ groups }: Claims): string[] | null {
  if (typeof groups === 'string') return [groups]
  return Array.isArray(groups) ? groups.filter((group) => typeof group === 'string') : null
}

type StaffRole = 'admin' | 'super_admin'

type GroupSettings = Pick<SignOnSettings, 'superAdminGroup' | 'adminGroup'>

export const needsGroups = ({ superAdminGroup, adminGroup }: GroupSettings) =>
  superAdminGroup !== undefined || adminGroup !== undefined

/** The role for the provider's groups. @returns undefined if they give no access */
export function roleOf(
  { superAdminGroup, adminGroup }: GroupSettings,
  groups: readonly string[],
  current: StaffRole,
): StaffRole | undefined {
  if (superAdminGroup !== undefined && groups.includes(superAdminGroup)) return 'super_admin'
  if (adminGroup !== undefined && !groups.includes(adminGroup)) return undefined
  return superAdminGroup === undefined ? current : 'admin'
}
