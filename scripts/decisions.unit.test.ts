import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from './program.ts'
import { projectFiles, readProjectFile } from './project-files.ts'

const folder = path.join(root, 'docs/decisions')
const decisions = readdirSync(folder).filter((name) => /^\d{3}-/.test(name))
const numbers = new Set(decisions.map((name) => name.slice(0, 3)))

test('the index lists each decision once, by its title', () => {
  const index = readFileSync(path.join(folder, 'README.md'), 'utf8')
  const listed = [...index.matchAll(/^- (\d{3}) \[(.+)\]\((.+\.md)\)$/gm)].map(([, number, title, file]) => {
    return `${file}: ${number} ${title}`
  })
  const titles = decisions.map((file) => {
    const [, number, title] = /^# (\d{3})[ ·:]+(.+)/.exec(readFileSync(path.join(folder, file), 'utf8')) ?? []
    return `${file}: ${number} ${title}`
  })
  expect(listed.toSorted()).toEqual(titles.toSorted())
})

test('there are at most 40 decisions of at most 25 lines', () => {
  expect(decisions.length).toBeLessThanOrEqual(40)
  const long = decisions.filter(
    (file) => readFileSync(path.join(folder, file), 'utf8').trimEnd().split('\n').length > 25,
  )
  expect(long).toEqual([])
})

test('every decision that code or documents refer to exists', () => {
  const files = projectFiles().filter(
    (file) => /\.(?:ts|tsx|mjs|js|md|css|sql|ya?ml|conf|example)$/.test(file) && !file.endsWith('decisions/README.md'),
  )
  const missing = files.flatMap((file) => {
    const text = readProjectFile(file)
    const named = [...text.matchAll(/\bdecisions?[\s*/#]+\d{3}(?:(?:,| and| to)[\s*/#]+\d{3})*/gi)]
    return named
      .flatMap(([reference]) => reference.match(/\d{3}/g) ?? [])
      .filter((number) => !numbers.has(number))
      .map((number) => `${file}: ${number}`)
  })
  expect(missing).toEqual([])
})
