import { expect, test } from 'vitest'
import { projectFiles, readProjectFile } from './project-files.ts'

/** The router, the migrations and the programs for devices and auditors are used by other means than an import. */
const usedOtherwise = /^web\/src\/routes\/|\/migrations\/|\.mjs$/

test('every function and value that a module exports is used by another one', () => {
  const files = projectFiles().filter((file) => /\.(?:tsx?|m?js)$/.test(file))
  const sources = new Map(files.map((file) => [file, readProjectFile(file)]))
  const users = new Map<string, Set<string>>()
  for (const [file, source] of sources)
    for (const name of namesUsedIn(source)) users.set(name, (users.get(name) ?? new Set()).add(file))
  const unused = files
    .filter((file) => /^(?:contract|formats|server|web)\/src\/.*\.tsx?$/.test(file) && !usedOtherwise.test(file))
    .flatMap((file) =>
      exportsOf(sources.get(file) ?? '')
        .filter((name) => [...(users.get(name) ?? [])].every((user) => user === file))
        .map((name) => `${file}: ${name}`),
    )
  expect(unused).toEqual([])
})

/** The names that a module exports, without types, which describe what it exports, and without the contract's schemas. */
const exportsOf = (source: string): string[] =>
  [...source.matchAll(/^export (?:async )?(?:function\*?|class|const) ([a-z]\w*)/gm)].map(([, name = '']) => name)

/** The names in braces, as imports have them, and those after a point, because a module may be imported as a whole. */
const namesUsedIn = (source: string): string[] =>
  [...source.matchAll(/[{,]\s*(?:type )?(\w+)(?=\s*[,}]| as )|\.(\w+)/g)].map(
    ([, name, member]) => name ?? member ?? '',
  )
