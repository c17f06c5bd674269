import { expect, test } from 'vitest'
import { findViolations } from './import-rules.ts'

const because = (file: string, source: string) => findViolations(file, source).map((violation) => violation.because)

test.each([
  ['contract/src/staff/admins.ts', "import * as z from 'zod'\nimport { Page } from './paging.ts'"],
  [
    'server/src/features/users/routes.ts',
    "import { listUsers } from '@health-console/contract/users/users.ts'\nimport './store.ts'",
  ],
  [
    'server/src/features/users/invite-admin.ts',
    "import { addMail } from '../mail/outbox.ts'\nimport '../sessions/store.ts'",
  ],
  ['server/src/app.ts', "import { userRoutes } from './features/users/routes.ts'"],
  ['server/src/core/database/postgres/postgres.ts', "import pg from 'pg'"],
  ['server/src/features/users/routes.test.ts', "import { buildApp } from '../testing/build-app.ts'"],
  ['contract/src/audit/actions.ts', "'patients.import': { words: 'Began an import', how: 'view' }"],
  [
    'web/src/ui/values/avatar.tsx',
    "import { initials } from '../lib/initials.ts'\nimport styles from './avatar.module.css'",
  ],
  ['web/src/features/users/users-page.tsx', "import { userQuery } from './queries.ts'\nimport '../../table/table.tsx'"],
])('the imports of %s are allowed', (file, source) => {
  expect(because(file, source)).toEqual([])
})

test.each([
  ['contract/src/staff/admins.ts', "import { randomUUID } from 'node:crypto'", 'contract imports only zod'],
  ['contract/src/staff/admins.ts', "import { x } from '../../../server/src/x.ts'", 'contract imports only zod'],
  ['web/src/api/client.ts', "import type { App } from '../../../server/src/app.ts'", 'web never imports the server'],
  [
    'server/src/http/static.ts',
    "const page = await import('../../../web/src/main.tsx')",
    'the server never imports the web',
  ],
  ['server/src/main.ts', "import { factory } from '../testing/factories.ts'", 'what runs in production'],
  ['web/src/ui/link.tsx', "import { Link } from '@tanstack/react-router'", 'ui does not depend on router'],
  [
    'web/src/ui/role.tsx',
    "import { Role } from '@health-console/contract/staff/admins.ts'",
    'ui does not depend on router',
  ],
  [
    'server/src/features/users/routes.ts',
    "import { reportRoutes } from '../reports/routes.ts'",
    'a slice reaches another',
  ],
  ['server/src/features/users/store.ts', "import {\n  Client,\n} from 'pg'", 'only database/ depends on an engine'],
  [
    'server/src/core/audit/terms.ts',
    "import { up } from '../database/upgrade/migrations/035-x.ts'",
    'only the migrator imports',
  ],
  [
    'server/src/features/files/routes.ts',
    "import { S3Client } from '@aws-sdk/client-s3'",
    'only storage/ depends on S3',
  ],
  [
    'e2e/users.e2e.ts',
    "import { hash } from '../server/src/core/crypto/password-hasher.ts'",
    'e2e tests use the product',
  ],
])('%s may not: %s', (file, source, reason) => {
  expect(because(file, source)).toEqual([expect.stringContaining(reason)])
})

test('a violation names the line and the import', () => {
  const source = "import * as z from 'zod'\n\nexport { readFile } from 'node:fs/promises'\n"
  expect(findViolations('contract/src/files/files.ts', source)).toMatchObject([
    { line: 3, imported: 'node:fs/promises' },
  ])
})
