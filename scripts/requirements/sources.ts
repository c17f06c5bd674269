/**
 * The folders that the requirements of a topic are about. `npm test -- --changed` runs the browser tests of a topic if
 * a file in one of them has changed.
 */
export const sources: Record<string, string[]> = {
  entry: ['web/src/routes', 'web/src/features/sessions'],
  'sign-in': ['web/src/features/sessions', 'server/src/staff/sign-in', 'server/src/staff/throttle'],
  recovery: ['web/src/features/recovery', 'server/src/staff/links'],
  invitation: ['web/src/features/invitations', 'server/src/staff/links'],
  'email-change': ['web/src/features/email-changes', 'server/src/staff/links'],
  'email-address': ['contract/src/email-address.ts', 'server/src/staff', 'web/src/ui/values'],
  shell: ['web/src/shell', 'web/src/routes'],
  session: ['web/src/features/sessions', 'server/src/staff/sessions'],
  settings: ['web/src/features/settings', 'server/src/staff/accounts'],
  password: ['web/src/forms', 'server/src/staff/credentials'],
  'second-factor': ['web/src/features/second-factor', 'server/src/staff/credentials', 'server/src/staff/sign-on'],
  palette: ['web/src/features/palette'],
  users: ['web/src/features/users', 'web/src/table', 'server/src/users', 'contract/src/users.ts'],
  reports: [
    'web/src/features/reports',
    'server/src/reports',
    'contract/src/reports.ts',
    'contract/src/report-numbers.ts',
  ],
  patients: ['web/src/features/patients', 'web/src/table', 'server/src/patients/table', 'contract/src/patients.ts'],
  import: ['web/src/features/patients', 'server/src/patients', 'server/src/spreadsheet', 'contract/src/patient-'],
  files: ['web/src/features/files', 'server/src/files', 'server/src/storage', 'formats/src', 'contract/src/file'],
  admins: [
    'web/src/features/admins',
    'web/src/features/access-review',
    'server/src/staff/admins',
    'contract/src/admins.ts',
  ],
  'service-accounts': [
    'web/src/features/service-accounts',
    'server/src/staff/service-accounts',
    'server/src/product-writes',
    'contract/src/service-accounts.ts',
  ],
  audit: ['web/src/features/audit', 'server/src/audit', 'server/src/audit-events', 'contract/src/audit'],
  erasing: [
    'server/src/erasures',
    'server/src/user-exports',
    'contract/src/erasures.ts',
    'contract/src/user-exports.ts',
  ],
  widgets: ['web/src/ui', 'web/src/table', 'web/src/forms'],
  api: ['server/src/http'],
  operations: ['server/src/backup', 'server/src/check', 'server/src/metrics', 'server/src/mail'],
}
