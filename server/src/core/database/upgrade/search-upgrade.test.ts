import { foldText } from '@health-console/contract/values/text.ts'
import { expect, test } from 'vitest'
import { openFirstRelease, writeAsFirstRelease } from '../../../../testing/engines/first-release-database.ts'
import { findUsers } from '../../../../testing/users/find-users.ts'
import { listWronglyFolded } from '../../../../testing/users/wrongly-folded.ts'
import { findUsersByMemberId } from '../../../features/users/search/find-member.ts'
import { countFound } from '../../../features/patients/table/find-positions.ts'
import { migrate } from './migrate.ts'
import { isUpgradingSearch, upgradeSearch } from './search-upgrade.ts'

const { signal } = new AbortController()

const typed = [
  ['김민준', 'k1'],
  ['이서연'.normalize('NFD'), 'k2'],
  ['muller', 'u1'],
  ['राम', 'r1'],
] as const

const typedInOneForm = [
  ['김민준'.normalize('NFD'), 'k1'],
  ['이서연', 'k2'],
  ['محمد', 'a1'],
  ['احمد', 'a2'],
  ['HM-77', 'h1'],
  ['hm−77', 'h1'],
  ['ガク', 'g1'],
] as const

test(
  '[users-11] users and patients of 1.0.0 are found during and after the upgrade, and what 1.0.0 writes meanwhile, too',
  { tags: 'postgres' },
  async () => {
    const database = await openFirstRelease()
    const { db, engine } = database
    const found = async (text: string) => {
      const { users } = await findUsers(database, text, { offset: 0, limit: 5 })
      return users.map(({ id }) => id)
    }
    await writeAsFirstRelease(database, [
      { id: 'k1', name: '김민준' },
      { id: 'k2', name: '이서연'.normalize('NFD') },
      { id: 'a1', name: 'مُحَمَّد' },
      { id: 'a2', name: 'أحمد' },
      { id: 'u1', name: 'Müller' },
      { id: 'r1', name: 'राम' },
      { id: 'g1', name: 'ｶﾞｸ' },
      { id: 'h1', name: 'Hyphen', memberId: 'HM‑77' },
    ])
    const tableId = 'patients-of-1.0.0'
    const patients = ['1‑02', '김-1', 'A1'].map((memberId, index) => ({
      tableId,
      position: index + 1,
      memberId,
      memberIdFolded: foldText(memberId),
      memberIdKey: memberId,
    }))
    await db.insertInto('patients').values(patients).execute()

    await migrate(database)
    expect(await isUpgradingSearch(db, 'users')).toBe(true)
    for (const [text, id] of typed) expect([text, await found(text)]).toEqual([text, [id]])
    expect(await countFound(database, tableId, '김')).toBe(1)
    await writeAsFirstRelease(database, [{ id: 'n1', name: '박지우', memberId: 'ＨＭ－８８' }])
    for (const text of ['박지우', '박지우'.normalize('NFD'), 'hm-88']) expect(await found(text)).toEqual(['n1'])

    await upgradeSearch(database, signal)
    expect([await isUpgradingSearch(db, 'users'), await isUpgradingSearch(db, 'patients')]).toEqual([false, false])
    for (const [text, id] of [...typed, ...typedInOneForm]) expect([text, await found(text)]).toEqual([text, [id]])
    for (const text of ['रम', 'カク', '김민주'])
      expect([text, await found(text)]).toEqual([text, text === '김민주' ? ['k1'] : []])
    for (const text of ['1-02', '1–02', '김-1', 'a1'])
      expect([text, await countFound(database, tableId, text)]).toEqual([text, 1])
    for (const [text, id] of [
      ['hm-77', 'h1'],
      ['HM–77', 'h1'],
      ['hm-88', 'n1'],
    ] as const)
      expect(await findUsersByMemberId({ db, engine }, text, 5)).toEqual([id])
    expect(await listWronglyFolded(database)).toEqual([])
  },
)
