import type { ByteSource } from './byte-source.ts'
import { FormatError } from './format-error.ts'
import { type GgufSummary, readGguf } from './gguf.ts'
import { type OnnxSummary, readOnnx } from './onnx.ts'
import { type PromptSummary, readPrompt } from './prompt.ts'

export type FileSummary = GgufSummary | OnnxSummary | PromptSummary

/** The maximum size of a description as JSON. No known model comes near it. */
const maxSummaryCharacters = 4 * 1024 * 1024

/** Reads the description of a file of this type. @throws FormatError if the file is not valid for its type */
export async function inspectFile(type: FileSummary['kind'], source: ByteSource): Promise<FileSummary> {
  await rejectPointer(source)
  const summary = await read(type, source)
  if (JSON.stringify(summary).length <= maxSummaryCharacters) return summary
  throw new FormatError('This file’s description is longer than that of any real model.')
}

const pointerStart = 'version https://git-lfs.github.com/spec/'
/** A Git LFS pointer has three short lines. */
const maxPointerBytes = 1024

/** A clone of a repository without Git LFS has such a small text in place of each large file. */
async function rejectPointer(source: ByteSource): Promise<void> {
  if (source.sizeBytes < pointerStart.length || source.sizeBytes > maxPointerBytes) return
  const start = new TextDecoder().decode(await source.read(0, pointerStart.length))
  if (start !== pointerStart) return
  throw new FormatError('This is a pointer of Git LFS, not the file. Run “git lfs pull”, then choose the file again.')
}

function read(type: FileSummary['kind'], source: ByteSource): Promise<FileSummary> {
  switch (type) {
    case 'gguf':
      return readGguf(source)
    case 'onnx':
      return readOnnx(source)
    case 'txt':
      return readPrompt(source)
  }
}
