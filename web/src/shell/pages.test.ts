import { readdirSync } from 'node:fs'
import path from 'node:path'
import { pages } from '@health-console/contract/http/pages.ts'
import { expect, test } from 'vitest'

/** The path of a page by the name of its file, as the router's plugin derives it. */
function pathOf(file: string): string {
  const names = file.replace(/\.tsx$/, '').split(/[/.]/)
  const shown = names.filter((name) => !name.startsWith('_') && name !== 'index').map((name) => name.replace(/_$/, ''))
  return `/${shown.join('/').replaceAll('$', ':')}`
}

test('the server knows the path of every page', () => {
  const files = readdirSync(path.join(import.meta.dirname, '../routes'), { recursive: true, encoding: 'utf8' })
  const own = files.filter((file) => file.endsWith('.tsx') && !/(^|\/)_\w+\.tsx$/.test(file))
  expect(own.map(pathOf).toSorted()).toEqual(pages.toSorted())
})
