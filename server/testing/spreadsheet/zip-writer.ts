import { crc32, deflateRawSync } from 'node:zlib'

/** One entry of a zip archive. Everything after `data` is for invalid or unusual archives. */
export type ZipEntry = {
  name: string
  data: string | Uint8Array
  /** 0 stored, 8 deflated; for any other method the data is written unchanged. */
  method?: number
  /** Written instead of the packed data. */
  packed?: Uint8Array
  crc?: number
  compressedSize?: number
  uncompressedSize?: number
  flags?: number
  localHeaderOffset?: number
  /** Whether sizes and checksum follow the data. */
  dataDescriptor?: boolean
  /** Whether sizes and offset are in the extra field for large archives. */
  zip64?: boolean
}

export type ZipOptions = {
  comment?: string
  /** The number of entries in the end record. */
  entryCount?: number
  zip64?: boolean
}

const descriptorFlag = 8
const utf8Flag = 0x800

export function makeZip(entries: readonly ZipEntry[], options: ZipOptions = {}): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const { local, central } = entryBytes(entry, offset)
    directory.push(central)
    for (const part of local) {
      parts.push(part)
      offset += part.length
    }
  }
  const directoryBytes = Buffer.concat(directory)
  return Buffer.concat([...parts, directoryBytes, endRecord(entries.length, directoryBytes.length, offset, options)])
}

function entryBytes(entry: ZipEntry, offset: number): { local: Buffer[]; central: Buffer } {
  const data = Buffer.from(entry.data)
  const method = entry.method ?? 8
  const packed = entry.packed ? Buffer.from(entry.packed) : method === 8 ? deflateRawSync(data) : data
  const name = Buffer.from(entry.name)
  const crc = entry.crc ?? crc32(data)
  const compressedSize = entry.compressedSize ?? packed.length
  const uncompressedSize = entry.uncompressedSize ?? data.length
  const flags = (entry.flags ?? utf8Flag) | (entry.dataDescriptor ? descriptorFlag : 0)
  const inExtra = entry.zip64 === true
  const narrow = (value: number): number => (inExtra ? 0xffffffff : value)

  const common = Buffer.alloc(24)
  common.writeUInt16LE(inExtra ? 45 : 20, 0)
  common.writeUInt16LE(flags, 2)
  common.writeUInt16LE(method, 4)
  common.writeUInt16LE(0x21, 8)
  common.writeUInt32LE(crc, 10)
  common.writeUInt32LE(narrow(compressedSize), 14)
  common.writeUInt32LE(narrow(uncompressedSize), 18)
  common.writeUInt16LE(name.length, 22)

  const localCommon = Buffer.from(common)
  if (entry.dataDescriptor) localCommon.fill(0, 10, 22)
  const localExtra = inExtra && !entry.dataDescriptor ? zip64Extra([uncompressedSize, compressedSize]) : Buffer.alloc(0)
  const local = [Buffer.from('PK\x03\x04', 'latin1'), localCommon, uint16(localExtra.length), name, localExtra, packed]
  if (entry.dataDescriptor) local.push(descriptor(crc, compressedSize, uncompressedSize))

  const centralExtra = inExtra ? zip64Extra([uncompressedSize, compressedSize, offset]) : Buffer.alloc(0)
  const tail = Buffer.alloc(14)
  tail.writeUInt32LE(narrow(entry.localHeaderOffset ?? offset), 10)
  const central = Buffer.concat([
    Buffer.from('PK\x01\x02', 'latin1'),
    uint16(45),
    common,
    uint16(centralExtra.length),
    tail,
    name,
    centralExtra,
  ])
  return { local, central }
}

function descriptor(crc: number, compressedSize: number, uncompressedSize: number): Buffer {
  const bytes = Buffer.from('PK\x07\x08____________', 'latin1')
  bytes.writeUInt32LE(crc, 4)
  bytes.writeUInt32LE(compressedSize, 8)
  bytes.writeUInt32LE(uncompressedSize, 12)
  return bytes
}

function zip64Extra(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 + 8 * values.length)
  bytes.writeUInt16LE(1, 0)
  bytes.writeUInt16LE(8 * values.length, 2)
  for (const [index, value] of values.entries()) bytes.writeBigUInt64LE(BigInt(value), 4 + 8 * index)
  return bytes
}

function endRecord(count: number, size: number, offset: number, options: ZipOptions): Buffer {
  const entryCount = options.entryCount ?? count
  const comment = Buffer.from(options.comment ?? '')
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(options.zip64 ? 0xffff : entryCount % 0x10000, 8)
  end.writeUInt16LE(options.zip64 ? 0xffff : entryCount % 0x10000, 10)
  end.writeUInt32LE(options.zip64 ? 0xffffffff : size, 12)
  end.writeUInt32LE(options.zip64 ? 0xffffffff : offset, 16)
  end.writeUInt16LE(comment.length, 20)
  if (!options.zip64) return Buffer.concat([end, comment])

  const record = Buffer.alloc(56)
  record.write('PK\x06\x06', 0, 'latin1')
  record.writeBigUInt64LE(44n, 4)
  record.writeUInt16LE(45, 12)
  record.writeUInt16LE(45, 14)
  record.writeBigUInt64LE(BigInt(entryCount), 24)
  record.writeBigUInt64LE(BigInt(entryCount), 32)
  record.writeBigUInt64LE(BigInt(size), 40)
  record.writeBigUInt64LE(BigInt(offset), 48)
  const locator = Buffer.alloc(20)
  locator.write('PK\x06\x07', 0, 'latin1')
  locator.writeBigUInt64LE(BigInt(offset + size), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([record, locator, end, comment])
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}
