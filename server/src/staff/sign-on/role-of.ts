import type { SignOnSettings } from '../../settings/sign-on.ts'

type StaffRole = 'admin' | 'super_admin'

type GroupSettings = Pick<SignOnSettings, 'superAdminGroup' | 'adminGroup'>

export const needsGroups = ({ superAdminGroup, adminGroup }: GroupSettings) =>
  superAdminGroup !== undefined || adminGroup !== undefined

/** The role that the provider's groups give to somebody. @returns undefined when they give no access */
export function roleOf(
  { superAdminGroup, adminGroup }: GroupSettings,
  groups: readonly string[],
  current: StaffRole,
): StaffRole | undefined {
  if (superAdminGroup !== undefined && groups.includes(superAdminGroup)) return 'super_admin'
  if (adminGroup !== undefined && !groups.includes(adminGroup)) return undefined
  return superAdminGroup === undefined ? current : 'admin'
}
