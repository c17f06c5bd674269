// @module-tag postgres

import { expect, test } from 'vitest'
import { buildTestApp } from '../../../../testing/build-app.ts'
import { signedIn } from '../../../../testing/factories.ts'
import { insertUsers } from '../../../../testing/users/insert-users.ts'

const users = [
  { id: 'u-hyphen', memberId: 'HM‑12014265', lastName: 'Soft-Hyphen' },
  { id: 'u-plain', memberId: 'HM-12014265', lastName: 'O’Brien' },
  { id: 'u-arabic', firstName: 'مُحَمَّد', lastName: 'أحمد' },
  { id: 'u-korean', firstName: '민준'.normalize('NFD'), lastName: '김' },
  { id: 'u-japanese', firstName: 'カ\u3099ク', lastName: 'さとう' },
  { id: 'u-hindi', firstName: 'राम', lastName: 'शर्मा' },
  { id: 'u-vietnamese', firstName: 'Thị', lastName: 'Nguyễn'.normalize('NFD') },
  { id: 'u-hebrew', firstName: 'שָׁלוֹם', lastName: 'כהן' },
]

const found = [
  ...['HM-12014265', 'hm‐12014265', 'HM‑12014265', 'HM–12014265', 'HM−12014265', 'ＨＭ－12014265'].map(
    (typed) => [typed, ['u-hyphen', 'u-plain']] as const,
  ),
  ["o'brien", ['u-plain']],
  ['O‘Brien', ['u-plain']],
  ['محمد', ['u-arabic']],
  ['احمد محمد', ['u-arabic']],
  ['إحمد', ['u-arabic']],
  ['김 민준', ['u-korean']],
  ['민준'.normalize('NFD'), ['u-korean']],
  ['ガク', ['u-japanese']],
  ['ｶﾞｸ', ['u-japanese']],
  ['カク', []],
  ['राम', ['u-hindi']],
  ['रम', []],
  ['nguyen thi', ['u-vietnamese']],
  ['שלום', ['u-hebrew']],
] as const

test('[users-11] users are found by what looks like their names and IDs, in every script, and shown as they were stored', async () => {
  const testApp = await buildTestApp()
  await insertUsers(testApp, users)
  const session = await signedIn(testApp)
  const search = async (typed: string): Promise<{ id: string; memberId: string; firstName: string }[]> =>
    (await session.call('GET', `/v1/users?search=${encodeURIComponent(typed)}`)).json().data
  for (const [typed, ids] of found)
    expect([typed, (await search(typed)).map(({ id }) => id).toSorted()]).toEqual([typed, ids])
  const [korean] = await search('김')
  expect(korean?.firstName).toBe('민준'.normalize('NFD'))
  expect((await search('soft-hyphen'))[0]?.memberId).toBe('HM‑12014265')
})
