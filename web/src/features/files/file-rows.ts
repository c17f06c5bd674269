import { AudioWaveformIcon, BrainCircuitIcon, FileTextIcon, type LucideIcon } from 'lucide-react'
import { type FileType, fileTypes, type ListedVersion, type ModelFile } from '@health-console/contract/files.ts'

export type FileRow = Pick<
  ModelFile,
  'id' | 'name' | 'type' | 'size' | 'version' | 'url' | 'key' | 'updatedAt' | 'filename' | 'approvedBy'
>

/** A row of the table: a file with its current version, or a version beside it. */
export type VersionRow = { id: string; file: FileRow; beside: (ListedVersion & { downloads?: number }) | null }

export const fileIcons: Record<FileType, LucideIcon> = {
  gguf: BrainCircuitIcon,
  onnx: AudioWaveformIcon,
  txt: FileTextIcon,
}

/** A row for each of the three types: the server's file, or a placeholder at version 0. */
export function toFileRows(files: ModelFile[]): FileRow[] {
  return fileTypes.map(
    ({ type, name }) =>
      files.find((file) => file.type === type) ?? {
        id: type,
        name,
        type,
        size: 0,
        version: 0,
        url: '',
        key: '',
        updatedAt: 0,
        filename: '',
        approvedBy: null,
      },
  )
}

/** Each file, followed by the versions beside its current one. */
export function withVersions(files: FileRow[], besides: NonNullable<VersionRow['beside']>[]): VersionRow[] {
  return files.flatMap((file) => [
    { id: file.id, file, beside: null },
    ...besides
      .filter(({ type }) => type === file.type)
      .map((beside) => ({ id: `${beside.fileId} ${beside.version}`, file, beside })),
  ])
}

/** The extension of the type, such as ".gguf". */
export function extensionOf(type: FileType): string {
  return fileTypes.find((each) => each.type === type)?.extension ?? ''
}
