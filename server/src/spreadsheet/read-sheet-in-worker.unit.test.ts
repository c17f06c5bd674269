import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Row } from './cells.ts'
import { SpreadsheetError } from './errors.ts'
import { readSheetInWorker } from './read-sheet-in-worker.ts'
import { makePatientsWorkbook } from './testing/patients-workbook.ts'
import { syntheticPatients } from './testing/synthetic-patients.ts'
import { readRows } from './testing/read-all.ts'
import { makeXlsx, stylesXml, workbookParts, zipParts } from './testing/workbook-parts.ts'

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spreadsheet-'))
})

afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

async function saved(name: string, file: Uint8Array): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, file)
  return path
}

async function readInWorker(
  path: string,
  ...rest: [Parameters<typeof readSheetInWorker>[1]?, AbortSignal?]
): Promise<Row[]> {
  const rows: Row[] = []
  for await (const batch of readSheetInWorker(path, ...rest)) rows.push(...batch.rows)
  return rows
}

const manyRows = (count: number): Buffer =>
  makeXlsx(Array.from({ length: count }, (_, at) => `<row><c><v>${at}</v></c></row>`).join(''))

describe('reading in a thread', () => {
  test('gives the rows that reading in place gives', async () => {
    const everyKind = makeXlsx(
      '<row r="2"><c r="B2"><v>1.50</v></c><c r="C2" t="inlineStr"><is><t>007</t></is></c><c r="D2" t="b"><v>1</v></c><c r="E2" t="b"><v>0</v></c>' +
        '<c r="F2" s="1"><v>46088</v></c><c r="G2" t="e"><v>#N/A</v></c><c r="H2"><f>A1</f></c></row><row r="9"><c r="A9"><v>9</v></c></row>',
      { 'xl/styles.xml': stylesXml([0, 14]) },
    )
    const patients = makePatientsWorkbook(syntheticPatients(2000), 'ppg-bp')
    for (const file of [everyKind, patients]) {
      expect(await readInWorker(await saved('same.xlsx', file))).toEqual(await readRows(file))
    }
  })

  test('says how far it is', async () => {
    const path = await saved('progress.xlsx', manyRows(50_000))
    const fractions: number[] = []
    for await (const { fraction } of readSheetInWorker(path)) fractions.push(fraction)
    expect(fractions.length).toBeGreaterThan(10)
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b))
    expect(fractions.at(-1)).toBe(1)
  })

  test('refuses a file with the same error', async () => {
    const path = await saved('text.xlsx', Buffer.from('no spreadsheet'))
    const error: unknown = await readInWorker(path).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(SpreadsheetError)
    expect(error).toMatchObject({ code: 'not_xlsx', message: expect.stringContaining('save it as .xlsx') })
  })

  test('a file that is not there is not an error of the spreadsheet', async () => {
    await expect(readInWorker(join(folder, 'missing.xlsx'))).rejects.toMatchObject({ code: 'ENOENT' })
  })
})

describe('bounds', () => {
  test('the thread reads only a few batches ahead of its consumer', async () => {
    const path = await saved('ahead.xlsx', manyRows(100_000))
    const batches = readSheetInWorker(path, { batchRows: 500 })
    const first = await batches.next()
    await new Promise((resolve) => setTimeout(resolve, 500))
    // Truncating the file shows what was still to be read: a thread that had run ahead would not notice.
    await writeFile(path, '')
    const rest: Promise<unknown> = (async () => {
      for await (const batch of batches) void batch
    })()
    expect(first.value?.rows.length).toBeGreaterThan(0)
    await expect(rest).rejects.toHaveProperty('code', 'damaged')
  })

  test('stops when its time is up', async () => {
    const path = await saved('slow.xlsx', manyRows(100_000))
    await expect(readInWorker(path, { limits: { timeMs: 1 } })).rejects.toHaveProperty('code', 'time_limit')
  })

  test('a consumer that takes its time does not use up the time to read', async () => {
    const path = await saved('patient.xlsx', manyRows(20_000))
    let rows = 0
    for await (const batch of readSheetInWorker(path, { limits: { timeMs: 2000 } })) {
      if (rows === 0) await new Promise((resolve) => setTimeout(resolve, 2200))
      rows += batch.rows.length
    }
    expect(rows).toBe(20_000)
  })

  test('a bomb is refused in little memory', async () => {
    const bomb = `<worksheet><cols>${'<col min="1" max="9"/>'.repeat(2_000_000)}</cols></worksheet>`
    const path = await saved('bomb.xlsx', zipParts(workbookParts(bomb)))
    await expect(readInWorker(path, { memoryMb: 24 })).rejects.toHaveProperty('code', 'compression_ratio')
  })

  test('stops when its memory is used up', async () => {
    const strings = `<sst>${'<si><t>abcdefghijklmnopqrstuvwxyz</t></si>'.repeat(700_000)}</sst>`
    const path = await saved('memory.xlsx', makeXlsx('', { 'xl/sharedStrings.xml': strings }))
    const limits = { sharedStringsBytes: Infinity, ratio: Infinity }
    const error: unknown = await readInWorker(path, { limits, memoryMb: 24 }).catch((caught: unknown) => caught)
    expect(error).toMatchObject({ code: 'memory_limit', isTooLarge: true })
  })
})

describe('cancelling', () => {
  test('before the start', async () => {
    const path = await saved('cancel.xlsx', manyRows(10))
    await expect(readInWorker(path, {}, AbortSignal.abort(new Error('no')))).rejects.toThrow('no')
  })

  test('in the middle', async () => {
    const path = await saved('cancel.xlsx', manyRows(100_000))
    const controller = new AbortController()
    const batches = readSheetInWorker(path, {}, controller.signal)
    await batches.next()
    controller.abort(new Error('cancelled by hand'))
    await expect(batches.next()).rejects.toThrow('cancelled by hand')
  })

  test('by leaving the loop', async () => {
    const path = await saved('leave.xlsx', manyRows(100_000))
    let taken = 0
    for await (const batch of readSheetInWorker(path)) {
      taken += batch.rows.length
      break
    }
    expect(taken).toBeGreaterThan(0)
  })
})
