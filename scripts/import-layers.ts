import { type Import, tests } from './import-rules.ts'

/**
 * The files and folders directly below `src` in layers, lowest first. Each may import from its own layer and lower ones,
 * and never in a circle.
 */
const layersOf: Record<string, string[][]> = {
  'server/src/': [
    ['settings'],
    ['config.ts'],
    ['database', 'storage', 'spreadsheet', 'crypto'],
    ['audit'],
    ['context.ts'],
    ['http'],
    ['mail', 'metrics', 'commands', 'ndjson'],
    ['staff'],
    ['users', 'reports', 'patients', 'files', 'audit-events'],
    ['backup', 'check', 'demo', 'jobs.ts', 'cli.ts', 'app.ts'],
    ['main.ts'],
  ],
  'web/src/': [
    ['lib'],
    ['ui'],
    ['table'],
    ['shell'],
    ['api'],
    ['forms'],
    ['features'],
    ['routes', 'gallery'],
    ['route-tree.gen.ts'],
    ['main.tsx'],
  ],
  // a feature may use the dialogs and queries of those below it
  'web/src/features/': [
    ['sessions'],
    [
      'access-review',
      'audit',
      'email-changes',
      'files',
      'invitations',
      'recovery',
      'second-factor',
      'settings',
      'users',
    ],
    ['admins', 'patients', 'reports'],
    ['palette'],
  ],
}

/** @param imports every import of the workspaces */
export function findLayerViolations(imports: Import[]): string[] {
  return Object.entries(layersOf).flatMap(([root, layers]) => {
    const nameOf = (file: string) => file.slice(root.length).split('/')[0] ?? ''
    const layerOf = (file: string) => layers.findIndex((names) => names.includes(nameOf(file)))
    const between = imports.filter(
      ({ from, to }) =>
        from.startsWith(root) &&
        to.startsWith(root) &&
        !to.endsWith('.css') &&
        !tests.test(from) &&
        nameOf(from) !== nameOf(to),
    )
    const names = new Set(
      between
        .flatMap(({ from, to }) => [from, to])
        .filter((file) => layerOf(file) < 0)
        .map(nameOf),
    )
    const up = between.filter(({ from, to }) => layerOf(from) < layerOf(to))
    return [
      ...[...names].map((name) => `${root}${name} has no layer: give it one in scripts/import-layers.ts`),
      ...up.map(({ from, to }) => `${from} imports ${to}, which lies in a higher layer`),
      ...findCircles(between.map(({ from, to }) => [nameOf(from), nameOf(to)])).map(
        (circle) => `${root} has a circle: ${circle.join(' -> ')}`,
      ),
    ]
  })
}

/** Follows the imports and returns a circle each time it comes back to a folder on the current path. */
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
