import path from 'node:path'

/** A project file by its path from the root, or an installed package by its name. */
type Imported = { file: string; package?: never } | { package: string; file?: never }

type Rule = { files: RegExp; except?: RegExp; forbids: (imported: Imported, file: string) => boolean; because: string }

/** The paths of both files, from the root. */
export type Import = { from: string; to: string }

type Violation = { file: string; line: number; imported: string; because: string }

/** The tests and their helpers. */
export const tests = /\.test\.tsx?$|\/testing\//
const outside =
  (...folders: string[]) =>
  ({ file }: Imported) =>
    file !== undefined && !folders.some((folder) => file.startsWith(folder))
const inside =
  (...folders: string[]) =>
  ({ file }: Imported) =>
    file !== undefined && folders.some((folder) => file.startsWith(folder))
const packageIs =
  (pattern: RegExp) =>
  ({ package: name }: Imported) =>
    name !== undefined && pattern.test(name)

const rules: Rule[] = [
  {
    files: /^contract\/src\//,
    except: tests,
    forbids: (imported) => outside('contract/')(imported) || packageIs(/^(?!zod$)/)(imported),
    because: 'contract imports only zod',
  },
  { files: /^formats\/src\//, forbids: outside('formats/'), because: 'formats does not depend on the application' },
  {
    files: /^web\//,
    forbids: inside('server/', 'scripts/', 'e2e/'),
    except: /^web\/[^/]+$/,
    because: 'web never imports the server',
  },
  { files: /^server\/src\//, forbids: inside('web/'), because: 'the server never imports the web' },
  {
    files: /^server\/src\//,
    except: tests,
    forbids: inside('server/testing/', 'scripts/', 'e2e/', 'bench/'),
    because: 'what runs in production imports no test or tool code',
  },
  {
    files: /^(server|bench|scripts|e2e)\//,
    except: /^server\/src\/core\/database\/upgrade\/migrate\.ts$/,
    forbids: inside('server/src/core/database/upgrade/migrations/'),
    because: 'only the migrator imports migrations; the tables as they are now are in database/tables',
  },
  {
    files: /^web\/src\/ui\//,
    except: tests,
    forbids: (imported) =>
      outside('web/src/ui/', 'web/src/lib/')(imported) || packageIs(/^@tanstack\/react-(router|query)$/)(imported),
    because: 'ui does not depend on router, query, contract or the application',
  },
  {
    files: /^web\/src\/lib\//,
    except: tests,
    forbids: outside('web/src/lib/', 'contract/', 'formats/'),
    because: 'lib stands alone',
  },
  {
    files: /^server\/src\/(features\/)?(staff\/)?[^/]+\//,
    except: tests,
    forbids: ({ file = '' }, from) =>
      file.endsWith('/routes.ts') && !file.startsWith(`${path.dirname(from)}/`) && file.startsWith('server/src/'),
    because: 'a slice reaches another through its store.ts, present.ts or an action file, never its routes',
  },
  {
    files: /^server\/src\/(?!core\/database\/)/,
    except: tests,
    forbids: packageIs(/^(pg|node:sqlite)$/),
    because: 'only database/ depends on an engine',
  },
  {
    files: /^server\/src\/(?!mail\/)/,
    except: tests,
    forbids: packageIs(/^nodemailer$/),
    because: 'only mail/ sends mail',
  },
  {
    files: /^server\/src\/(?!core\/storage\/)/,
    except: tests,
    forbids: packageIs(/^@aws-sdk\//),
    because: 'only storage/ depends on S3',
  },
  {
    files: /^e2e\//,
    forbids: ({ file = '' }) => /^(web\/src\/(?!testing\/)|server\/src\/)/.test(file),
    because: 'e2e tests use the product from outside: through the browser, the contract and the command line',
  },
]

/** The imports of a file that break the rules of docs/architecture.md. */
export function findViolations(file: string, source: string): Violation[] {
  const applying = rules.filter((rule) => rule.files.test(file) && !rule.except?.test(file))
  if (applying.length === 0) return []
  return importsOf(source).flatMap(({ specifier, line }) => {
    const imported = resolve(file, specifier)
    return applying
      .filter((rule) => rule.forbids(imported, file))
      .map(({ because }) => ({ file, line, imported: specifier, because }))
  })
}

/** The imports of a file from the workspaces. */
export function findImports(from: string, source: string): Import[] {
  return importsOf(source).flatMap(({ specifier }) => {
    const { file: to } = resolve(from, specifier)
    return to === undefined ? [] : [{ from, to }]
  })
}

/** What a file imports, and the modules of threads and other files that it refers to by URL. */
function importsOf(source: string): Array<{ specifier: string; line: number }> {
  const statement =
    /\bfrom\s+['"]([^'"\n]+)['"]|^\s*import\s*['"]([^'"\n]+)['"]|\bimport\(\s*['"]([^'"\n]+)['"]|\bnew URL\(\s*['"]([^'"\n]+)['"],\s*import\.meta\.url/gm
  return [...source.matchAll(statement)].map((match) => ({
    specifier: match.slice(1).find((specifier) => specifier !== undefined) ?? '',
    line: source.slice(0, match.index).split('\n').length,
  }))
}

function resolve(file: string, specifier: string): Imported {
  if (specifier.startsWith('.')) return { file: path.posix.join(path.posix.dirname(file), specifier) }
  const workspace = /^@health-console\/([^/]+)\/(.+)$/.exec(specifier)
  if (workspace) return { file: `${workspace[1]}/src/${workspace[2]}` }
  const name = /^(?:node:[^/]+|@[^/]+\/[^/]+|[^/]+)/.exec(specifier)
  return { package: name?.[0] ?? specifier }
}
