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

test('every function and value that a comment names exists', () => {
  const sources = projectFiles()
    .filter((file) => /\.(?:tsx?|m?js)$/.test(file))
    .map((file) => ({ file, source: readProjectFile(file) }))
  const known = new Set(sources.flatMap(({ source }) => source.replaceAll(comment, '').match(/[\w$]+/g) ?? []))
  const missing = sources.flatMap(({ file, source }) =>
    (source.match(comment) ?? [])
      .flatMap((text) => text.match(/(?<=`)[a-z]+[A-Z]\w*(?=`)/g) ?? [])
      .filter((name) => !known.has(name))
      .map((name) => `${file}: ${name}`),
  )
  expect(missing).toEqual([])
})

const comment = /\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm

/** The files that comments name. An ending alone, such as `.test.ts`, is no name. */
function namesIn(source: string): string[] {
  const comments = source.match(comment) ?? []
  return comments
    .flatMap((comment) => comment.match(/(?<![\w@./-])(?:\.\/)?[\w@-][\w@./-]*\.(?:tsx?|mjs|css|sql|md)\b/g) ?? [])
    .map((name) => name.replace('./', ''))
}
