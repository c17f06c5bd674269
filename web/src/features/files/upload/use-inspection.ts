import type { FileFacts } from '@health-console/contract/files/facts.ts'
import { type FileType, maxPromptTextBytes } from '@health-console/contract/files/files.ts'
import type { ByteSource } from '@health-console/formats/byte-source.ts'
import { useEffect, useState } from 'react'
import { formatBytes } from '../../../lib/bytes.ts'
import { readBytes } from '../../../lib/read-file.ts'
import { createHashOf } from './sending/hashes.ts'

/** Larger files are hashed on the server only. */
const maxHashedBytes = 64 * 1024 * 1024

/** What the chosen file says about itself. */
export type Inspected = {
  facts: FileFacts
  /** The SHA-256; null if the file is too large. */
  sha256: string | null
  /** The text of a prompt; null if it is too long to be compared. */
  text: string | null
}

type Inspection =
  | { step: 'reading' }
  | ({ step: 'read' } & Inspected)
  /** The file is too large, or not of the type that its name indicates. The message can be shown. */
  | { step: 'rejected'; message: string }

/** Reads the description in a chosen file, without reading the whole of a large file. */
export function useInspection(type: FileType, file: File | null, maxFileBytes: number): Inspection | null {
  const [known, setKnown] = useState<{ file: File; inspection: Inspection } | null>(null)
  useEffect(() => {
    if (!file) return
    let isWanted = true
    const show = (inspection: Inspection) => isWanted && setKnown({ file, inspection })
    inspect(type, file, maxFileBytes).then(
      (inspected) => show({ step: 'read', ...inspected }),
      (error: Error) => show({ step: 'rejected', message: error.message }),
    )
    return () => void (isWanted = false)
  }, [type, file, maxFileBytes])
  if (!file) return null
  return known?.file === file ? known.inspection : { step: 'reading' }
}

async function inspect(type: FileType, file: File, maxFileBytes: number): Promise<Inspected> {
  if (file.size > maxFileBytes) {
    throw new Error(`This file is too large (${formatBytes(file.size)}). Max file size: ${maxFileBytes / 1e9} GB.`)
  }
  const { inspectFile } = await import('@health-console/formats/inspect.ts')
  const facts = await inspectFile(type, fileSource(file))
  const [sha256, text] = await Promise.all([
    file.size <= maxHashedBytes ? createHashOf(file)(0, file.size) : null,
    type === 'txt' && file.size <= maxPromptTextBytes ? file.text() : null,
  ])
  return { facts, sha256, text }
}

const fileSource = (file: File): ByteSource => ({
  sizeBytes: file.size,
  read: async (offset, length) => new Uint8Array(await readBytes(file.slice(offset, offset + length))),
})
