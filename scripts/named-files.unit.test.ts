import { expect, test } from 'vitest'
import { projectFiles, readProjectFile } from './project-files.ts'

/** Names in comments that are examples, or files of others. */
const examples = new Set(['a/src/b/c.ts', 'name.ts', 'IR.md'])

test('every file that a comment names exists', () => {
  const files = projectFiles()
  const isFile = (name: string) => files.some((file) => file === name || file.endsWith(`/${name}`))
  const missing = files
    .filter((file) => /\.(?:tsx?|m?js)$/.test(file))
    .flatMap((file) =>
      namesIn(readProjectFile(file))
        .filter((name) => !examples.has(name) && !isFile(name))
        .map((name) => `${file}: ${name}`),
    )
  expect(missing).toEqual([])
})

/** The files that comments name. An ending alone, such as `.test.ts`, is no name. */
function namesIn(source: string): string[] {
  const comments = source.match(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm) ?? []
  return comments
    .flatMap((comment) => comment.match(/(?<![\w@./-])(?:\.\/)?[\w@-][\w@./-]*\.(?:tsx?|mjs|css|sql|md)\b/g) ?? [])
    .map((name) => name.replace('./', ''))
}
