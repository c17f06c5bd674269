import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const folder = import.meta.dirname
const stylesheets = globSync('**/*.css', { cwd: folder })

test('repeating gradients mix their colours in sRGB, because Firefox draws others in one colour', () => {
  const gradients = stylesheets.flatMap((name) =>
    [...readFileSync(path.join(folder, name), 'utf8').matchAll(/repeating-\w+-gradient\([^,]*/g)].map(
      ([start]) => start,
    ),
  )
  expect(gradients).not.toEqual([])
  for (const start of gradients) expect(start).toContain(' in srgb')
})
