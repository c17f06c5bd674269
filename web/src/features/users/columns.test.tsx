import { type EndUser, unknownUser } from '@health-console/contract/users/users.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { DataTable } from '../../table/data-table.tsx'
import { render } from '../../testing/render.tsx'
import { columns } from './columns.tsx'

const short: EndUser = {
  ...unknownUser,
  id: '1',
  memberId: 'HM-1',
  firstName: 'Bo',
  lastName: 'Li',
  dateOfBirth: '1979-05-01',
  email: 'bo@li.test',
}
const long: EndUser = {
  ...short,
  memberId: 'HM-12703218',
  firstName: 'Maximiliana Eugenia Theodora',
  lastName: 'von Habsburg-Lothringen de la Cruz',
  dateOfBirth: '1990-09-24',
  email: 'maximiliana.eugenia.von.habsburg.lothringen.de.la.cruz@universitaetsklinikum-heidelberg.example',
}

// A link needs the router of the page, and is as wide as its text.
const withoutLinks = columns.map(({ render: _, ...column }) => column)

test('[users-22] the columns of the users stay where they are, however long the values are', async () => {
  await page.viewport(1440, 900)
  const places = (users: EndUser[]) => {
    const { host, rerender } = render(<DataTable label="Users" columns={withoutLinks} rows={users} empty={{}} />)
    const lefts = [...host.querySelectorAll('th[scope=col]')].map((heading) => heading.getBoundingClientRect().left)
    rerender(null)
    return lefts
  }
  const withShort = places([short])
  expect(withShort).toHaveLength(columns.length)
  expect(places([long])).toEqual(withShort)
})

test('a member ID is whole', async () => {
  await page.viewport(1280, 800)
  const users = ['HM-12014265', 'HM-40404040'].map((memberId) => ({ ...short, id: memberId, memberId }))
  const { host } = render(<DataTable label="Users" columns={withoutLinks} rows={users} empty={{}} />)
  for (const text of host.querySelectorAll('tbody th [translate=no]'))
    expect(text.scrollWidth).toBeLessThanOrEqual(text.clientWidth)
  expect(host.querySelectorAll('tbody th [translate=no]')).toHaveLength(2)
})
