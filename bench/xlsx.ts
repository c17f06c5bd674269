// Reading spreadsheets of 100,000 and 1,000,000 rows, compared with the bare unzip and with hucre
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { crc32, createDeflateRaw } from 'node:zlib'
import { streamXlsxRows } from 'hucre/xlsx'
import { openPromise } from 'yauzl'
import { ppgBpRowsXml, StringTable } from '../server/testing/spreadsheet/patients-workbook.ts'
import { syntheticPatient, type PatientInput } from '../server/testing/spreadsheet/synthetic-patients.ts'
import { readSheet } from '../server/testing/spreadsheet/read-all.ts'
import { partEntries, sheetXml, workbookParts } from '../server/testing/spreadsheet/workbook-parts.ts'
import { makeZip } from '../server/testing/spreadsheet/zip-writer.ts'
import { newFolder } from './support/folder.ts'

const sheetPart = 'xl/worksheets/sheet1.xml'
const rowCounts = [100_000, 1_000_000]
const megabyte = 1e6

/** A million rows inflate to more than the limit of an upload; the bench raises these limits. */
const limits = { fileBytes: Infinity, inflatedBytes: Infinity }

const readers: Record<string, (path: string) => Promise<number>> = {
  'bare unzip of the sheet': async (path) => {
    const zip = await openPromise(path)
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName !== sheetPart) continue
      for await (const chunk of await zip.openReadStreamPromise(entry)) void chunk
      break
    }
    return 0
  },
  ours: async (path) => {
    let rows = 0
    for await (const batch of readSheet(path, limits)) rows += batch.rows.length
    return rows
  },
  'hucre, streaming': async (path) => {
    let rows = 0
    for await (const row of streamXlsxRows(await readFile(path))) rows += row.values.length > 0 ? 1 : 0
    return rows
  },
}

type Figures = {
  rows: number
  seconds: number
  cpuSeconds: number
  peakMb: number
  aboveIdleMb: number
}

const [mode, path] = process.argv.slice(2)
if (mode === undefined || path === undefined) await compareAll()
else process.stdout.write(JSON.stringify(await measure(mode, path)))

async function compareAll(): Promise<void> {
  const folder = newFolder()
  const table: Record<string, Record<string, string | number>> = {}
  for (const count of rowCounts) {
    const file = join(folder, `${count}.xlsx`)
    const { inflatedBytes, fileBytes } = await writeWorkbook(file, count)
    console.log(
      `${count.toLocaleString('en')} rows of 14 columns: ${(fileBytes / megabyte).toFixed(1)} MB, sheet inflates to ${(inflatedBytes / megabyte).toFixed(0)} MB`,
    )
    for (const reader of Object.keys(readers))
      table[`${count.toLocaleString('en')}: ${reader}`] = await inChild(reader, file)
  }
  console.table(table)
}

async function inChild(reader: string, file: string): Promise<Record<string, string | number>> {
  const { stdout } = await promisify(execFile)(process.execPath, [import.meta.filename, reader, file])
  const figures = JSON.parse(stdout) as Figures
  return {
    rows: figures.rows,
    seconds: figures.seconds.toFixed(2),
    'CPU seconds': figures.cpuSeconds.toFixed(2),
    'peak RSS, MB': Math.round(figures.peakMb),
    'above idle, MB': Math.round(figures.aboveIdleMb),
  }
}

async function measure(reader: string, file: string): Promise<Figures> {
  const read = readers[reader]
  if (!read) throw new Error(`No reader is called ${reader}`)
  const idleBytes = process.memoryUsage.rss()
  let peakBytes = idleBytes
  // Memory is sampled, because the system's own peak includes the parent's memory from before the exec.
  const sampler = setInterval(() => {
    peakBytes = Math.max(peakBytes, process.memoryUsage.rss())
  }, 10)
  const cpuBefore = process.cpuUsage()
  const startedAt = performance.now()
  const rows = await read(file)
  const seconds = (performance.now() - startedAt) / 1000
  const cpu = process.cpuUsage(cpuBefore)
  clearInterval(sampler)
  return {
    rows,
    seconds,
    cpuSeconds: (cpu.user + cpu.system) / 1e6,
    peakMb: peakBytes / megabyte,
    aboveIdleMb: (peakBytes - idleBytes) / megabyte,
  }
}

/** The sheet is compressed while it is generated, because a million rows are too long for one string. */
async function writeWorkbook(file: string, count: number): Promise<{ inflatedBytes: number; fileBytes: number }> {
  const strings = new StringTable()
  const deflate = createDeflateRaw()
  const packing = deflate.toArray()
  let checksum = 0
  let inflatedBytes = 0
  for (const piece of sheetPieces(count, strings)) {
    const bytes = Buffer.from(piece)
    checksum = crc32(bytes, checksum)
    inflatedBytes += bytes.length
    if (!deflate.write(bytes)) await new Promise((resolve) => deflate.once('drain', resolve))
  }
  deflate.end()
  const packed = Buffer.concat((await packing) as Buffer[])
  const others = partEntries(workbookParts('', { [sheetPart]: undefined, 'xl/sharedStrings.xml': strings.xml() }))
  const sheet = { name: sheetPart, data: '', packed, crc: checksum, uncompressedSize: inflatedBytes }
  const zip = makeZip([...others, sheet])
  await writeFile(file, zip)
  return { inflatedBytes, fileBytes: zip.length }
}

function* sheetPieces(count: number, strings: StringTable): Generator<string, void> {
  const [before = '', after = ''] = sheetXml('*').split('*')
  yield before
  let piece = ''
  for (const row of ppgBpRowsXml(patients(count), strings)) {
    piece += row
    if (piece.length < 1_000_000) continue
    yield piece
    piece = ''
  }
  yield piece + after
}

function* patients(count: number): Generator<PatientInput, void> {
  for (let number = 1; number <= count; number += 1) yield syntheticPatient(number)
}
