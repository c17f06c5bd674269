// @module-tag postgres

import { foldSearch } from '@health-console/contract/values/search-text.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../../../testing/build-app.ts'
import { createRandom } from '../../../operations/demo/random.ts'
import type { Engine } from '../engine.ts'
import type { Db } from '../tables.ts'
import { foldedForSearch } from './search-fold-sqlite.ts'

const assigned = Array.from({ length: 0x1_fc_00 }, (_, code) => String.fromCodePoint(code)).filter((letter) =>
  /[\P{C}\p{Cf}]/u.test(letter),
)
const compatible = Array.from({ length: 0x2_fa_20 - 0x2_f8_00 }, (_, index) => String.fromCodePoint(0x2_f8_00 + index))
const letters = [...assigned, ...compatible]
const marks = letters.filter((letter) => /\p{M}/u.test(letter))
const scripts = (
  'Latn Grek Cyrl Armn Hebr Arab Deva Beng Taml Telu Mlym Sinh Thai Laoo Tibt Mymr Khmr Geor Ethi Hang Hira Kana Hani ' +
  'Mong Cher Zyyy Zinh'
)
  .split(' ')
  .map((script) => letters.filter((letter) => new RegExp(`\\p{scx=${script}}`, 'u').test(letter)))
const forms = ['NFC', 'NFD', 'NFKC', 'NFKD'] as const

/** Texts of one script or several, with marks in any order, in every form of Unicode. */
function makeTexts(seed: number, amount: number): string[] {
  const random = createRandom(seed)
  const oneOf = <T>(all: readonly T[]) => all[random.between(0, all.length - 1)] as T
  return Array.from({ length: amount }, () => {
    const script = oneOf(scripts)
    const letter = () => (random.chance(0.2) ? oneOf(marks) : random.chance(0.1) ? oneOf(letters) : oneOf(script))
    const text = Array.from({ length: random.between(0, 12) }, letter).join('')
    return random.chance(0.5) ? text.normalize(oneOf(forms)) : text
  })
}

const inGroups = <T>(all: T[], size: number) =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size))

async function foldInDatabase({ db, engine }: { db: Db; engine: Engine }, texts: string[]): Promise<string[]> {
  const query =
    engine.name === 'sqlite'
      ? sql<{ folded: string }>`
          select ${sql.raw(foldedForSearch('value'))} as folded from json_each(${JSON.stringify(texts)}) order by key`
      : sql<{ folded: string }>`
          select fold_search(value) as folded
          from unnest(${texts}::text[]) with ordinality as texts (value, place) order by place`
  return (await query.execute(db)).rows.map(({ folded }) => folded)
}

test('[users-11] the database folds every character, and generated texts of all scripts, as the contract does', async () => {
  const { context } = await buildTestApp()
  const texts = [...inGroups(letters, 50).map((group) => group.join('\n')), ...makeTexts(1, 3_000)]
  for (const group of inGroups(texts, 500)) {
    const folded = await foldInDatabase(context, group)
    expect(group.filter((text, index) => folded[index] !== foldSearch(text))).toEqual([])
  }
})

test('what is written folds each of the four texts of a user once', async () => {
  const { db, engine } = (await buildTestApp()).context
  const [query, folding] =
    engine.name === 'sqlite'
      ? [
          sql<{ body: string }>`select sql as body from sqlite_schema where name = 'end_users_inserted'`,
          'search_letters',
        ]
      : [sql<{ body: string }>`select prosrc as body from pg_proc where proname = 'fold_user'`, 'fold_search(']
  const { rows } = await query.execute(db)
  expect(rows.map(({ body }) => body.split(folding).length - 1)).toEqual([4])
})
