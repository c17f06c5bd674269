// @module-tag postgres

import { expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/build-app.ts'
import { pieceBytes } from './queries.ts'

/** One for each number of bytes of a character, and a byte order mark. */
const characters = ['a', 'é', '語', '😀', '\uFEFF']

test('a text is read byte for byte, whatever character is where a piece ends', async () => {
  const { db, engine } = (await buildTestApp()).context
  const texts = new Map<string, string>()
  for (const character of ['', ...characters])
    for (let before = 0; before < 4; before += 1)
      for (const bytes of [pieceBytes, 2 * pieceBytes, 2 * pieceBytes + 3]) {
        const amount = Math.ceil(bytes / (Buffer.byteLength(character) || bytes))
        const id = `${before} and ${amount} of ${character}`
        const filler = 'x'.repeat(before) + character.repeat(amount)
        texts.set(id, JSON.stringify({ reportId: id, generatedAt: 1, filler }))
      }
  for (const [id, document] of texts)
    await db.insertInto('reports').values({ id, userId: 'u', generatedAt: 1, document }).execute()

  const read = await engine.queries.readTexts(db, db.selectFrom('reports').select(['id', 'document as text']))

  expect([...read.keys()].toSorted()).toEqual([...texts.keys()].toSorted())
  const isRead = (id: string, text: string) => Buffer.concat(read.get(id) ?? []).equals(Buffer.from(text))
  expect([...texts].filter(([id, text]) => !isRead(id, text)).map(([id]) => id)).toEqual([])
})
