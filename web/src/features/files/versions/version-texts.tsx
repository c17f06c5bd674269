import { type FileVersion, maxPromptTextBytes } from '@health-console/contract/files/files.ts'
import { useQuery } from '@tanstack/react-query'
import { promptTextQuery } from '../queries.ts'
import { TemplateChanges, TextChanges } from './text-changes.tsx'
import { useFacts } from './version-differences.tsx'

type VersionTextsProps = { fileId: string; version: FileVersion; than: FileVersion | null }

/** The lines in which the texts of a version differ from those of another. */
export function VersionTexts({ fileId, version, than }: VersionTextsProps) {
  const facts = useFacts(fileId, version)
  const before = useFacts(fileId, than)
  // Only published versions provide their texts here.
  if (version.state !== 'published') return null
  if (!facts || than === null || before === undefined) return null
  if (facts.kind === 'gguf')
    return <TemplateChanges before={before.kind === 'gguf' ? before.templates : []} after={facts.templates} />
  return facts.kind === 'txt' ? <PromptVersionChanges fileId={fileId} version={version} than={than} /> : null
}

/** The lines in which a version of the prompt differs from another. */
export function PromptVersionChanges({ fileId, version, than }: VersionTextsProps & { than: FileVersion }) {
  const isComparable = Math.max(version.size, than.size) <= maxPromptTextBytes
  const after = useQuery({ ...promptTextQuery(fileId, version.version), enabled: isComparable })
  const before = useQuery({ ...promptTextQuery(fileId, than.version), enabled: isComparable })
  if (!before.data || !after.data) return null
  return (
    <TextChanges
      what="prompt"
      than={`version ${than.version}`}
      before={before.data.data.text}
      after={after.data.data.text}
    />
  )
}
