import { existsSync, globSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from './program.ts'
import { projectFiles, readProjectFile as read } from './project-files.ts'
import { shipped } from './release/assemble.ts'

const files = projectFiles()
const pages = files.filter((file) => file.endsWith('.md') && !file.startsWith('THIRD-PARTY'))
const others = files.filter((file) => /\.(?:ts|tsx|js|mjs|css|conf|ini|ya?ml|service|timer|sql|example)$/.test(file))

const headingsOf = (page: string) => [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading)

/** The anchor that GitHub generates for a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-')

const isShipped = (file: string) => shipped.some((each) => file === each || file.startsWith(`${each}/`))

test('every link between pages leads to an existing file and heading, also in a release', () => {
  const dead = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\((?![a-z]+:)([^)\s#]*)#?([^)\s]*)\)/g)]
      .filter(([, file = '', anchor = '']) => {
        const target = file === '' ? page : path.join(path.dirname(page), file)
        if (!existsSync(path.join(root, target)) || (isShipped(page) && !isShipped(target))) return true
        return anchor !== '' && !headingsOf(target).some((heading) => anchorOf(heading) === anchor)
      })
      .map(([link]) => `${page}: ${link}`),
  )
  expect(dead).toEqual([])
})

test('every file that a page mentions exists', () => {
  const from = ['', 'server/src/', 'web/src/', 'contract/src/', 'web/', 'server/', 'docs/']
  const name =
    /^(?!AUDIT_PROOF_DIR)[\w.@*-]+(?:\/[\w.@*{}-]+)+\.(?:ts|tsx|js|mjs|css|md|ya?ml|conf|sql|service|timer|txt)$/
  const missing = pages.flatMap((page) =>
    [...read(page).matchAll(/`([^`\n]+)`/g)]
      .map(([, text = '']) => text)
      .filter((text) => name.test(text) && !from.some((folder) => globSync(folder + text, { cwd: root }).length > 0))
      .map((text) => `${page}: ${text}`),
  )
  expect(missing).toEqual([])
})

test('the map of the code names every folder of the layers that it describes', () => {
  const map = read('docs/architecture.md')
  const features = ['audit-events', 'erasures', 'files', 'patients', 'patients/reading', 'staff']
  const described = [
    '',
    'server/src/',
    'server/src/core/database/',
    'web/src/',
    ...features.map((name) => `server/src/features/${name}/`),
  ]
  const missing = described.flatMap((folder) => {
    const below = files.filter((file) => file.startsWith(folder) && !file.endsWith('.test.ts'))
    const names = new Set(below.map((file) => file.slice(folder.length)).filter((file) => file.includes('/')))
    const folders = new Set([...names].map((file) => file.slice(0, file.indexOf('/') + 1)))
    const isNamed = (name: string) =>
      map.includes(`\`${name}`) || map.includes(`/${name}`) || map.includes(`${name}src/`)
    return [...folders]
      .filter((name) => !name.startsWith('.') && name !== 'docs/' && !isNamed(name))
      .map((name) => folder + name)
  })
  expect(missing).toEqual([])
})

test('every setting that a page mentions exists', () => {
  const source = others
    .filter((file) => !file.includes('.test.'))
    .map(read)
    .join('\n')
  const missing = pages
    .filter((page) => page !== 'CHANGELOG.md')
    .flatMap((page) =>
      [...read(page).matchAll(/`([A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+)(?:=[^`]*)?`/g)]
        .filter(([, name = '']) => !source.includes(name.replace(/_FILE$/, '')))
        .map(([, name]) => `${page}: ${name}`),
    )
  expect(missing).toEqual([])
})

test('every page and section that code or a sample mentions exists', () => {
  const missing = others.flatMap((file) =>
    [...read(file).matchAll(/(docs\/[\w/-]+\.md)(?:,? (?:section )?"([^"\n]+)")?/g)]
      .filter(([, page = '', section]) => {
        if (!existsSync(path.join(root, page))) return true
        return section !== undefined && !headingsOf(page).includes(section)
      })
      .map(([reference]) => `${file}: ${reference}`),
  )
  expect(missing).toEqual([])
})

test('the page about accessibility has a row for each of the 55 criteria of WCAG 2.2, levels A and AA', () => {
  const criteria = [...read('docs/accessibility.md').matchAll(/^\| (\d\.\d\.\d+) [^|]+\((A|AA)\) \|/gm)].map(
    ([, id]) => id,
  )
  expect(new Set(criteria).size).toBe(criteria.length)
  expect(criteria).toHaveLength(55)
})
