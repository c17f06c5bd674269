import { AudioWaveformIcon, BrainCircuitIcon, FileTextIcon, type LucideIcon } from 'lucide-react'
import { type FileType, fileTypes, type ListedVersion, type ModelFile } from '@health-console/contract/files/files.ts'

export type FileRow = Pick<
  ModelFile,
  | 'id'
  | 'name'
  | 'type'
  | 'size'
  | 'version'
  | 'url'
  | 'key'
  | 'updatedAt'
  | 'filename'
  | 'approvedBy'
  | 'isSigned'
  | 'checks'
>

/** A version that is offered to a part of the devices. */
export type Offer = ListedVersion & { downloads: number }

/** A row of the table: a file with its current version, or below it the version that is offered. */
export type VersionRow = { id: string; file: FileRow; offer: Offer | null }

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
        isSigned: false,
        checks: 0,
      },
  )
}

/** Each file, followed by the version that is offered. */
export function withOffers(files: FileRow[], offers: Offer[]): VersionRow[] {
  return files.flatMap((file) => [
    { id: file.id, file, offer: null },
    ...offers
      .filter(({ type }) => type === file.type)
      .map((offer) => ({ id: `${offer.fileId} ${offer.version}`, file, offer })),
  ])
}

/** The extension of the type, such as ".gguf". */
export function extensionOf(type: FileType): string {
  return fileTypes.find((each) => each.type === type)?.extension ?? ''
}
