import { expect, test } from 'vitest'
import { findLayerViolations } from './import-layers.ts'
import { findImports } from './import-rules.ts'

const imports = (...pairs: [from: string, to: string][]) =>
  pairs.map(([from, to]) => ({ from: `server/src/${from}`, to: `server/src/${to}` }))

test('imports from a lower layer and within one are allowed', () => {
  const fine = imports(
    ['app.ts', 'features/users/routes.ts'],
    ['features/reports/routes.ts', 'features/users/store.ts'],
    ['features/users/routes.ts', 'http/requests/route.ts'],
    ['features/users/routes.ts', 'features/users/store.ts'],
  )
  expect(findLayerViolations(fine)).toEqual([])
})

test('an import from a higher layer is reported', () => {
  expect(findLayerViolations(imports(['http/session.ts', 'features/staff/sessions/store.ts']))).toEqual([
    'server/src/http/session.ts imports server/src/features/staff/sessions/store.ts, which is in a higher layer',
  ])
})

test('a circle within a layer is reported', () => {
  const circle = imports(
    ['features/users/store.ts', 'features/reports/store.ts'],
    ['features/reports/store.ts', 'features/files/store.ts'],
    ['features/files/store.ts', 'features/users/present.ts'],
  )
  expect(findLayerViolations(circle)).toEqual(['server/src/features/ has a circle: users -> reports -> files -> users'])
})

test('a new folder without a layer is reported', () => {
  expect(findLayerViolations(imports(['app.ts', 'helpers/text.ts']))).toContain(
    'server/src/helpers has no layer: give it one in scripts/import-layers.ts',
  )
})

test('a feature may import from features below it, and from none above it', () => {
  const feature = (from: string, to: string) => [{ from: `web/src/features/${from}`, to: `web/src/features/${to}` }]
  expect(findLayerViolations(feature('admins/admins-page.tsx', 'invitations/invite-dialog.tsx'))).toEqual([])
  expect(findLayerViolations(feature('invitations/invite-dialog.tsx', 'admins/staff-entry.ts'))).toEqual([
    'web/src/features/invitations/invite-dialog.tsx imports web/src/features/admins/staff-entry.ts, which is in a higher layer',
  ])
})

test('an import from a higher layer inside staff is reported, in its subfolders too', () => {
  expect(findLayerViolations(imports(['features/staff/admins/store.ts', 'features/staff/sessions/store.ts']))).toEqual([
    'server/src/features/staff/admins/store.ts imports server/src/features/staff/sessions/store.ts, which is in a higher layer',
  ])
})

test('a circle is reported at any depth, also between a folder and the files next to it', () => {
  const circle = imports(
    ['features/patients/store.ts', 'features/patients/import/rows.ts'],
    ['features/patients/import/rows.ts', 'features/patients/page.ts'],
  )
  expect(findLayerViolations(circle)).toEqual([
    'server/src/features/patients/ has a circle: (its files) -> import -> (its files)',
  ])
  const deeper = imports(['a/b/c/x.ts', 'a/b/d/y.ts'], ['a/b/d/y.ts', 'a/b/c/z.ts'])
  expect(findLayerViolations(deeper)).toEqual(['server/src/a/b/ has a circle: c -> d -> c'])
})

test('two files that import each other are reported', () => {
  const circle = imports(['a/b/x.ts', 'a/b/y.ts'], ['a/b/y.ts', 'a/b/x.ts'])
  expect(findLayerViolations(circle)).toEqual([
    'Files import each other: server/src/a/b/x.ts -> server/src/a/b/y.ts -> server/src/a/b/x.ts',
  ])
})

test('a thread that is started by its URL counts as an import', () => {
  const source = "new Worker(new URL('../app.ts', import.meta.url))"
  expect(findLayerViolations(findImports('server/src/core/threads.ts', source))).toContain(
    'server/src/core/threads.ts imports server/src/app.ts, which is in a higher layer',
  )
})
