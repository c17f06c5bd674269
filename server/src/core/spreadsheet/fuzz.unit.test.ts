import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { SpreadsheetError } from './errors.ts'
import { faultRounds } from '../../../testing/processes/fault-rounds.ts'
import { mutate, randomFrom } from '../../../testing/spreadsheet/mutations.ts'
import { readRows } from '../../../testing/spreadsheet/read-all.ts'
import {
  partEntries,
  sharedStringsXml,
  sheetXml,
  stylesXml,
  workbookParts,
  zipParts,
} from '../../../testing/spreadsheet/workbook-parts.ts'
import { makeZip } from '../../../testing/spreadsheet/zip-writer.ts'

const mutations = 300 * faultRounds
const limits = { inflatedBytes: 200_000, tokenChars: 10_000, timeMs: 5000 }
const rows =
  '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><r><t>Age</t></r><r><t>(year)</t></r></is></c></row>' +
  '<row r="2"><c r="A2"><v>7</v></c><c r="B2" s="1"><v>45.5</v></c><c r="C2" t="b"><v>1</v></c><c r="D2" t="e"><f>1/0</f><v>#DIV/0!</v></c></row>' +
  '<row r="3"><c r="A3" t="str"><f>"x"</f><v>x_x000D_</v></c><c r="C3" t="d"><v>2026-03-07</v></c><c r="D3"><f>A3</f></c></row>'
const parts = workbookParts(sheetXml(rows), {
  'xl/sharedStrings.xml': sharedStringsXml(['Member ID']),
  'xl/styles.xml': stylesXml([0, 164], { 164: 'yyyy-mm-dd' }),
})
const archive = zipParts(parts)
const ordinaryRows = await readRows(archive)

/** Reads an arbitrary file: it returns rows or a SpreadsheetError; anything else fails the test. */
async function outcomeOf(file: Uint8Array): Promise<string> {
  try {
    return isDeepStrictEqual(await readRows(file, limits), ordinaryRows) ? 'as before' : 'other rows'
  } catch (error) {
    if (error instanceof SpreadsheetError) return error.code
    throw error
  }
}

async function outcomesOf(count: number, make: (seed: number) => Uint8Array): Promise<Set<string>> {
  const outcomes = new Set<string>()
  for (let seed = 1; seed <= count; seed += 1) {
    const outcome = await outcomeOf(make(seed)).catch((cause: unknown) => {
      throw new Error(`Seed ${seed} broke the reader`, { cause })
    })
    outcomes.add(outcome)
  }
  return outcomes
}

test('mutations of the archive give rows or a clear error', async () => {
  const outcomes = await outcomesOf(mutations, (seed) => mutate(archive, randomFrom(seed)))
  expect([...outcomes]).toEqual(expect.arrayContaining(['as before', 'damaged']))
})

test('mutations of the parts inside give rows or a clear error', async () => {
  const entries = partEntries(parts)
  const outcomes = await outcomesOf(mutations, (seed) => {
    const random = randomFrom(seed)
    const chosen = random(2) === 0 ? 'xl/worksheets/sheet1.xml' : entries[random(entries.length)]?.name
    return makeZip(
      entries.map(({ name, data }) => ({ name, data: name === chosen ? mutate(Buffer.from(data), random) : data })),
    )
  })
  expect([...outcomes]).toEqual(
    expect.arrayContaining(['as before', 'other rows', 'malformed', 'encoding', 'bad_reference', 'bad_value']),
  )
})
