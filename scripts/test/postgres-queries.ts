import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { root } from '../program.ts'
import type { Failure } from './stage.ts'

/** Functions whose queries are only for SQLite, unless another reason is given. */
const notForPostgres = new Set([
  'server/src/features/users/search/find-users.ts hasMore',
  'server/src/core/database/sqlite/damage.ts findDamage',
  'server/src/core/database/sqlite/queries.ts instr',
  'server/src/core/database/sqlite/queries.ts isMatch',
  // It also needs a bucket: backup/restore-backup.s3.test.ts.
  'server/src/operations/check/services.ts lookAtOwner',
])

const isQuery = /\.(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql(<[^`]*>)?`/

/** Each function of the server that has a query, as its file and name. */
export function listQueries(): string[] {
  const files = globSync('server/src/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] })
  return files.flatMap((name) => {
    const text = readFileSync(path.join(root, name), 'utf8')
    if (!isQuery.test(text)) return []
    const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true)
    return file.statements
      .flatMap(namedFunctions)
      .filter(hasQuery)
      .map((each) => `${name} ${each.name}`)
  })
}

type NamedFunction = { name: string; text: string }

function namedFunctions(statement: ts.Statement): NamedFunction[] {
  if (ts.isFunctionDeclaration(statement)) return [{ name: statement.name?.text ?? '', text: statement.getText() }]
  if (!ts.isVariableStatement(statement)) return []
  return statement.declarationList.declarations.flatMap(({ name, initializer }) =>
    initializer && ts.isArrowFunction(initializer) ? [{ name: name.getText(), text: initializer.getText() }] : [],
  )
}

const hasQuery = ({ text }: NamedFunction) => isQuery.test(text)

/** @param notes the file in which the tests on PostgreSQL recorded the functions that they called */
export function findUnrunQueries(notes: string): Failure[] {
  const called = new Set(readFileSync(notes, 'utf8').split('\n'))
  return listQueries()
    .filter((query) => !called.has(query) && !notForPostgres.has(query))
    .map((query) => ({
      test: query,
      message: 'This query has not run on PostgreSQL. Give a test that calls it the tag `postgres`.',
    }))
}
