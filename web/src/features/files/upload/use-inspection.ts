import type { FileFacts } from '@health-console/contract/files/facts.ts'
import type { FileType } from '@health-console/contract/files/files.ts'
import type { ByteSource } from '@health-console/formats/byte-source.ts'
import { useEffect, useState } from 'react'
import { formatBytes } from '../../../lib/bytes.ts'
import { readBytes } from '../../../lib/read-file.ts'

type Inspection =
  | { step: 'reading' }
  | { step: 'read'; facts: FileFacts }
  /** The file is too large, or not of the type that its name indicates. The message can be shown. */
  | { step: 'rejected'; message: string }

/** Reads the description in a chosen file, without reading the whole file. */
export function useInspection(type: FileType, file: File | null, maxFileBytes: number): Inspection | null {
  const [known, setKnown] = useState<{ file: File; inspection: Inspection } | null>(null)
  useEffect(() => {
    if (!file) return
    let isWanted = true
    const show = (inspection: Inspection) => isWanted && setKnown({ file, inspection })
    inspect(type, file, maxFileBytes).then(
      (facts) => show({ step: 'read', facts }),
      (error: Error) => show({ step: 'rejected', message: error.message }),
    )
    return () => void (isWanted = false)
  }, [type, file, maxFileBytes])
  if (!file) return null
  return known?.file === file ? known.inspection : { step: 'reading' }
}

async function inspect(type: FileType, file: File, maxFileBytes: number): Promise<FileFacts> {
  if (file.size > maxFileBytes) {
    throw new Error(`This file is too large (${formatBytes(file.size)}). Max file size: ${maxFileBytes / 1e9} GB.`)
  }
  const { inspectFile } = await import('@health-console/formats/inspect.ts')
  return inspectFile(type, fileSource(file))
}

const fileSource = (file: File): ByteSource => ({
  sizeBytes: file.size,
  read: async (offset, length) => new Uint8Array(await readBytes(file.slice(offset, offset + length))),
})
