import { expect, test } from 'vitest'
import { writeTemplate } from './template.ts'
import { readRows } from './testing/read-all.ts'

test('the template holds the headings and nothing else, and can be read back', async () => {
  const headings = ['Member ID', 'Height(cm)', 'BMI (kg/m²)', 'a < b & "c"']
  expect(await readRows(await writeTemplate(headings))).toEqual([
    { rowNumber: 1, cells: headings.map((text) => ({ type: 'text', text })) },
  ])
})
