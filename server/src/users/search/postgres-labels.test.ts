import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createRandom } from '../../demo/random.ts'
import { buildTestApp } from '../../../testing/build-app.ts'
import { insertUsers } from '../../../testing/users/insert-users.ts'

const random = createRandom(23)
const characters = [
  'a',
  'z',
  'm',
  'é',
  ' ',
  "'",
  '-',
  '_',
  '&',
  '0',
  '9',
  '~',
  '{',
  '阮',
  '字',
  '😀',
  '\u0001',
] as const
const names = ['', 'Li', 'O’Brien', "O'Bri", 'De La', 'De-La', 'Abcdefghijkl', 'Abcdefghijklm', 'Zz', '阮文'] as const
const name = () =>
  random.pick(names) + Array.from({ length: random.between(0, 3) }, () => random.pick(characters)).join('')

test('labels have the order of the list', async () => {
  const testApp = await buildTestApp()
  await insertUsers(
    testApp,
    Array.from({ length: 2_000 }, () => ({ lastName: name(), firstName: name() })),
  )
  const { rows } = await sql<{ label: string; name: string }>`
    select to_char(label, 'FM0000000000000000000') as label, last_name || ', ' || first_name as name
    from user_search join end_users using (number) order by sort_key`.execute(testApp.context.db)
  const inOrder = rows.toSorted((a, b) => Number(a.label > b.label) - Number(a.label < b.label))
  expect(rows).toHaveLength(2_000)
  expect(inOrder.map((row) => row.name)).toEqual(rows.map((row) => row.name))
})

test('people with one surname have different labels to the twelfth letter', async () => {
  const testApp = await buildTestApp()
  const people: [lastName: string, firstName: string][] = [
    ['Nguyen', 'Thi An'],
    ['Nguyen', 'Thi Bo'],
    ['O’Brien', 'Ann'],
    ["O'Brien", 'Bob'],
    ['Smith-Lee', 'Ann'],
    ['Smith-Lee', 'Bob'],
    ['阮', '文'],
    ['阮', '字'],
  ]
  await insertUsers(
    testApp,
    people.map(([lastName, firstName]) => ({ lastName, firstName })),
  )
  const { rows } = await sql`select distinct label from user_search`.execute(testApp.context.db)
  expect(rows).toHaveLength(people.length)
})
