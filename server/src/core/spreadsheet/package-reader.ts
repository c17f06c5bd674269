import { pipeline } from 'node:stream'
import { crc32, createInflateRaw, type InflateRaw } from 'node:zlib'
import { fromRandomAccessReaderPromise, type Entry, type ZipFile } from 'yauzl'
import { ByteSource } from './byte-source.ts'
import { damaged, SpreadsheetError } from './errors.ts'
import { explainNotZip, protectedError } from './identify.ts'
import type { SpreadsheetLimits } from './limits.ts'
import type { WorkingClock } from './working-clock.ts'

const stored = 0
const deflated = 8
const inflateChunkBytes = 64 * 1024

type PartChunk = {
  bytes: Buffer
  /** How much of the part has been read, from 0 to 1. */
  fraction: number
}

export type PackageReader = ReturnType<typeof createReader>

/** Reads the parts of an .xlsx file by name, ignoring case. Every returned byte counts towards the limits. */
export async function openPackage(
  from: string | Uint8Array,
  limits: SpreadsheetLimits,
  clock: WorkingClock,
): Promise<PackageReader> {
  const source = await ByteSource.open(from)
  try {
    if (source.size > limits.fileBytes) {
      throw new SpreadsheetError(
        'file_too_large',
        `The file is larger than ${megabytes(limits.fileBytes)}. Split it into smaller files, or remove unused sheets, pictures and formatting.`,
      )
    }
    const zip = await openZip(source)
    return createReader(source, zip, await listParts(zip, limits, clock), limits, clock)
  } catch (error) {
    await source.dispose()
    throw error
  }
}

function createReader(
  source: ByteSource,
  zip: ZipFile,
  parts: ReadonlyMap<string, Entry>,
  { inflatedBytes, ratio, ratioFloorBytes }: SpreadsheetLimits,
  clock: WorkingClock,
) {
  let allBytes = 0

  async function findStart(entry: Entry): Promise<number> {
    try {
      return (await zip.readLocalFileHeaderPromise(entry, { minimal: true })).fileDataStart
    } catch (error) {
      throw damaged(`its part "${entry.fileName}" isn’t where the list of parts expects it`, error)
    }
  }

  function count(chunkBytes: number, partBytes: number, compressedBytes: number, maxPartBytes: number, name: string) {
    clock.check()
    allBytes += chunkBytes
    if (allBytes > inflatedBytes || partBytes > maxPartBytes) {
      throw new SpreadsheetError(
        'content_too_large',
        `The file unpacks to more than ${megabytes(Math.min(inflatedBytes, maxPartBytes))} (in "${name}"). Split it into smaller files, or remove unused sheets and formatting.`,
      )
    }
    if (partBytes > ratioFloorBytes && partBytes > ratio * compressedBytes) {
      throw new SpreadsheetError(
        'compression_ratio',
        `The file's part "${name}" unpacks to more than ${ratio} times its size, which no ordinary spreadsheet does. Copy the rows into a new workbook and try again.`,
      )
    }
  }

  return {
    has: (name: string): boolean => parts.has(name.toLowerCase()),

    close: (): Promise<void> => source.dispose(),

    /** Reads a whole part, and checks its size and checksum at the end. */
    async *read(name: string, maxBytes = Infinity): AsyncGenerator<PartChunk, void> {
      const entry = parts.get(name.toLowerCase())
      if (!entry) throw new SpreadsheetError('missing_part', `The file is incomplete: its part "${name}" is missing.`)
      if (entry.isEncrypted()) throw protectedError()

      const start = await findStart(entry)
      const { chunks, consumed } = unpack(entry, source.range(start, start + entry.compressedSize))
      let size = 0
      let checksum = 0
      try {
        for await (const bytes of chunks) {
          size += bytes.length
          count(bytes.length, size, consumed(), maxBytes, name)
          checksum = crc32(bytes, checksum)
          yield { bytes, fraction: entry.compressedSize === 0 ? 1 : consumed() / entry.compressedSize }
        }
      } catch (error) {
        if (isZlibError(error)) throw damaged(`its part "${name}" can’t be unpacked`, error)
        throw error
      }
      if (size !== entry.uncompressedSize || consumed() !== entry.compressedSize || checksum !== entry.crc32) {
        throw damaged(`its part "${name}" doesn’t match its checksum`)
      }
    },
  }
}

async function openZip(source: ByteSource): Promise<ZipFile> {
  try {
    return await fromRandomAccessReaderPromise(source, source.size, { autoClose: false, validateEntrySizes: false })
  } catch (error) {
    throw await explainNotZip(source, error)
  }
}

async function listParts(zip: ZipFile, limits: SpreadsheetLimits, clock: WorkingClock): Promise<Map<string, Entry>> {
  if (zip.entryCount > limits.entries) {
    throw new SpreadsheetError(
      'too_many_parts',
      `The file has more than ${limits.entries} parts. Copy the rows into a new workbook with one sheet and try again.`,
    )
  }
  const parts = new Map<string, Entry>()
  try {
    for await (const entry of zip.eachEntry()) {
      clock.check()
      const name = entry.fileName.toLowerCase()
      if (parts.has(name)) {
        throw new SpreadsheetError(
          'duplicate_part',
          `The file has two parts named "${entry.fileName}", so it is unclear which one is meant. Save it again as .xlsx in Excel or LibreOffice.`,
        )
      }
      parts.set(name, entry)
    }
  } catch (error) {
    if (error instanceof SpreadsheetError) throw error
    // yauzl has no error codes. Strong encryption is the only one of its errors that the owner of the file can fix.
    if (error instanceof Error && error.message.includes('encryption')) throw protectedError()
    throw damaged('its list of parts can’t be read', error)
  }
  return parts
}

type Unpacked = {
  chunks: AsyncIterable<Buffer>
  /** Compressed bytes consumed so far. */
  consumed: () => number
}

function unpack(entry: Entry, compressed: AsyncGenerator<Buffer, void>): Unpacked {
  if (entry.compressionMethod === stored) return countStored(compressed)
  if (entry.compressionMethod !== deflated) {
    throw new SpreadsheetError(
      'unsupported_compression',
      'The file is packed in a way that spreadsheet programs don’t use. Open it in Excel or LibreOffice and save it again as .xlsx.',
    )
  }
  const inflate: InflateRaw = createInflateRaw({ chunkSize: inflateChunkBytes })
  // A failure also ends the iteration of `inflate`, where it is handled.
  pipeline(compressed, inflate, () => {})
  return { chunks: inflate, consumed: () => inflate.bytesWritten }
}

function countStored(compressed: AsyncGenerator<Buffer, void>): Unpacked {
  let bytes = 0
  async function* counted(): AsyncGenerator<Buffer, void> {
    for await (const chunk of compressed) {
      bytes += chunk.length
      yield chunk
    }
  }
  return { chunks: counted(), consumed: () => bytes }
}

function isZlibError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('Z_')
}

function megabytes(bytes: number): string {
  return `${Number((bytes / 1024 / 1024).toFixed(1))} MB`
}
