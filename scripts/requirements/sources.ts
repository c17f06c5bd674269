/**
 * The folders that the requirements of a topic are about. `npm test -- --changed` runs the browser tests of a topic if
 * a file in one of them has changed.
 */
export const sources: Record<string, string[]> = {
  entry: ['web/src/routes', 'web/src/features/sessions'],
  'sign-in': ['web/src/features/sessions', 'server/src/features/staff/sign-in', 'server/src/features/staff/throttle'],
  recovery: ['web/src/features/recovery', 'server/src/features/staff/links'],
  invitation: ['web/src/features/invitations', 'server/src/features/staff/links'],
  'email-change': ['web/src/features/email-changes', 'server/src/features/staff/links'],
  'email-address': ['contract/src/values/email-address.ts', 'server/src/features/staff', 'web/src/ui/values'],
  shell: ['web/src/shell', 'web/src/routes'],
  session: ['web/src/features/sessions', 'server/src/features/staff/sessions'],
  settings: ['web/src/features/settings', 'server/src/features/staff/accounts'],
  password: ['web/src/forms', 'server/src/features/staff/credentials'],
  'second-factor': [
    'web/src/features/second-factor',
    'server/src/features/staff/credentials',
    'server/src/features/staff/sign-on',
  ],
  palette: ['web/src/features/palette'],
  users: ['web/src/features/users', 'web/src/table', 'server/src/features/users', 'contract/src/users/users.ts'],
  reports: ['web/src/features/reports', 'server/src/features/reports', 'contract/src/reports'],
  patients: [
    'web/src/features/patients',
    'web/src/table',
    'server/src/features/patients/table',
    'contract/src/patients/patients.ts',
  ],
  import: [
    'web/src/features/patients',
    'server/src/features/patients',
    'server/src/core/spreadsheet',
    'contract/src/patients',
  ],
  files: [
    'web/src/features/files',
    'server/src/features/files',
    'server/src/core/storage',
    'formats/src',
    'contract/src/files',
  ],
  admins: [
    'web/src/features/admins',
    'web/src/features/access-review',
    'server/src/features/staff/admins',
    'contract/src/staff/admins.ts',
  ],
  'service-accounts': [
    'web/src/features/service-accounts',
    'server/src/features/staff/service-accounts',
    'server/src/features/product-writes',
    'server/src/features/user-accesses',
    'contract/src/staff/service-accounts.ts',
  ],
  review: ['web/src/features/audit', 'server/src/features/unusual-access'],
  audit: ['web/src/features/audit', 'server/src/core/audit', 'server/src/features/audit-events', 'contract/src/audit'],
  erasing: [
    'server/src/features/erasures',
    'server/src/features/user-exports',
    'contract/src/users/erasures.ts',
    'contract/src/users/user-exports.ts',
  ],
  widgets: ['web/src/ui', 'web/src/table', 'web/src/forms'],
  api: ['server/src/http'],
  operations: [
    'server/src/operations/backup',
    'server/src/operations/check',
    'server/src/operations/metrics',
    'server/src/mail',
  ],
}
