import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Note } from '../../../ui/page/note.tsx'
import type { FileRow } from '../file-rows.ts'
import { versionsQuery } from '../queries.ts'
import { createHashOf } from './sending/hashes.ts'

/** Larger files are hashed on the server only. */
const maxHashedBytes = 64 * 1024 * 1024

/** Says that the chosen file is identical to an existing version. */
export function SameVersionNote({ current, file }: { current: FileRow; file: File }) {
  const isHashed = current.version > 0 && file.size <= maxHashedBytes
  const { data } = useQuery({ ...versionsQuery(current.id), enabled: isHashed })
  const alike = data?.data.filter(({ size }) => size === file.size) ?? []
  const hash = useHash(alike.length > 0 ? file : null)
  const same = alike.find(({ sha256 }) => sha256 !== null && sha256 === hash)
  if (!same) return null
  return (
    <Note tone="warning">
      This file is identical to version {`${same.version}${same.isCurrent ? ', the current version' : ''}`}.
    </Note>
  )
}

function useHash(file: File | null): string | null {
  const [known, setKnown] = useState<{ file: File; hash: string } | null>(null)
  useEffect(() => {
    if (!file) return
    let isWanted = true
    const hashOf = createHashOf(file)
    void hashOf(0, file.size).then((hash) => isWanted && setKnown({ file, hash }))
    return () => void (isWanted = false)
  }, [file])
  return known && known.file === file ? known.hash : null
}
