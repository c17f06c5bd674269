import { type Import, tests } from './import-rules.ts'

/**
 * The files and folders directly below a folder in layers, lowest first. Each may import from its own layer and lower
 * ones, and never in a circle. In all other folders only circles are rejected.
 */
const layersOf: Record<string, string[][]> = {
  'server/src/': [
    ['core'],
    ['http'],
    ['commands', 'mail'],
    ['features'],
    ['operations'],
    ['jobs.ts', 'reading-thread.ts', 'run-command.ts', 'cli.ts', 'app.ts'],
    ['main.ts'],
  ],
  'server/src/core/': [
    ['disk', 'settings', 'batches.ts', 'queue.ts', 'read-json.ts', 'with-pauses.ts'],
    ['config.ts', 'fetch-bounded.ts'],
    ['database', 'storage', 'spreadsheet', 'crypto'],
    ['counters'],
    ['audit'],
    ['context.ts'],
  ],
  'server/src/core/database/': [
    ['fields-of.ts', 'locked-error.ts', 'timeouts.ts', 'past.ts', 'patience.ts'],
    ['tables'],
    ['tables.ts'],
    [
      'queries.ts',
      'reading-task.ts',
      'compile-once.ts',
      'free-space.ts',
      'steady-clock.ts',
      'lease.ts',
      'keep-renewing.ts',
    ],
    ['engine.ts'],
    ['short-transactions.ts', 'retrying-kysely.ts', 'wait-for-database.ts', 'sqlite', 'postgres'],
    ['open.ts'],
    ['clock.ts', 'upgrade', 'console-state'],
  ],
  'server/src/features/': [
    ['ndjson', 'staff'],
    [
      'users',
      'reports',
      'erasures',
      'user-accesses',
      'unusual-access',
      'user-exports',
      'patients',
      'files',
      'audit-events',
      'first-steps',
    ],
    ['product-writes'],
  ],
  'server/src/features/staff/': [
    ['admins', 'throttle'],
    ['credentials'],
    ['sessions'],
    ['links', 'sign-on', 'service-accounts'],
    ['sign-in', 'accounts'],
    ['access-review'],
  ],
  'server/src/features/files/': [
    ['versions'],
    ['ownership'],
    ['signing', 'approval'],
    ['uploads', 'devices'],
    ['bucket'],
    ['routes.ts'],
  ],
  'web/src/': [
    ['lib'],
    ['ui'],
    ['table'],
    ['shell'],
    ['api'],
    ['forms'],
    ['features'],
    ['routes'],
    ['route-tree.gen.ts'],
    ['main.tsx'],
  ],
  // A feature may use the dialogs and queries of those below it.
  'web/src/features/': [
    ['sessions'],
    [
      'access-review',
      'audit',
      'email-changes',
      'files',
      'first-steps',
      'invitations',
      'recovery',
      'second-factor',
      'service-accounts',
      'settings',
      'users',
    ],
    ['admins', 'patients', 'reports', 'unusual-access'],
    ['palette'],
  ],
}

/**
 * The module of a thread that runs functions of every feature. SQLite starts it by its URL, and could get the URL only
 * through each of the functions that open a database.
 */
const startedFromBelow: Import = {
  from: 'server/src/core/database/sqlite/reader.ts',
  to: 'server/src/reading-thread.ts',
}

/** @param imports every import of the workspaces */
export function findLayerViolations(imports: Import[]): string[] {
  const isException = ({ from, to }: Import) => from === startedFromBelow.from && to === startedFromBelow.to
  const ours = imports.filter((found) => !found.to.endsWith('.css') && !tests.test(found.from) && !isException(found))
  const folders = new Set(ours.flatMap(({ from }) => parentsOf(from)))
  return [
    ...Object.entries(layersOf).flatMap(([root, layers]) => findClimbs(ours, root, layers)),
    ...[...folders].flatMap((folder) => findCirclesIn(ours, folder)),
    ...findCircles(ours.map(({ from, to }): [string, string] => [from, to])).map(
      (circle) => `Files import each other: ${circle.join(' -> ')}`,
    ),
  ]
}

/** `a/src/b/c.ts` is in `a/src/` and in `a/src/b/`. */
function parentsOf(file: string): string[] {
  const parts = file.split('/')
  return parts.slice(2).map((_, index) => `${parts.slice(0, index + 2).join('/')}/`)
}

function findClimbs(imports: Import[], root: string, layers: string[][]): string[] {
  const nameOf = (file: string) => file.slice(root.length).split('/')[0] ?? ''
  const layerOf = (file: string) => layers.findIndex((names) => names.includes(nameOf(file)))
  const between = imports.filter(
    ({ from, to }) => from.startsWith(root) && to.startsWith(root) && nameOf(from) !== nameOf(to),
  )
  const files = between.flatMap(({ from, to }) => [from, to])
  const unknown = new Set(files.filter((file) => layerOf(file) < 0).map(nameOf))
  const up = between.filter(({ from, to }) => layerOf(from) < layerOf(to))
  return [
    ...[...unknown].map((name) => `${root}${name} has no layer: give it one in scripts/import-layers.ts`),
    ...up.map(({ from, to }) => `${from} imports ${to}, which is in a higher layer`),
  ]
}

/** The circles between the subfolders of a folder and, as one unit, its own files. */
function findCirclesIn(imports: Import[], folder: string): string[] {
  const nameOf = (file: string) => {
    const [name = '', ...rest] = file.slice(folder.length).split('/')
    // The files directly below `src` have their own layers.
    return rest.length > 0 || folder in layersOf ? name : '(its files)'
  }
  const between = imports
    .filter(({ from, to }) => from.startsWith(folder) && to.startsWith(folder) && nameOf(from) !== nameOf(to))
    .map(({ from, to }): [string, string] => [nameOf(from), nameOf(to)])
  return findCircles(between).map((circle) => `${folder} has a circle: ${circle.join(' -> ')}`)
}

/** Follows the imports and returns a circle each time it comes back to a folder or file on the current path. */
function findCircles(imports: [from: string, to: string][]): string[][] {
  const circles: string[][] = []
  const done = new Set<string>()
  const visit = (folder: string, path: string[]): void => {
    if (path.includes(folder)) {
      circles.push([...path.slice(path.indexOf(folder)), folder])
      return
    }
    if (done.has(folder)) return
    const next = new Set(imports.filter(([from]) => from === folder).map(([, to]) => to))
    for (const to of next) visit(to, [...path, folder])
    done.add(folder)
  }
  for (const [folder] of imports) visit(folder, [])
  return circles
}
