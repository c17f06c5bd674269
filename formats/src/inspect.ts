import type { ByteSource } from './byte-source.ts'
import { FormatError } from './format-error.ts'
import { type GgufSummary, readGguf } from './gguf.ts'
import { type OnnxSummary, readOnnx } from './onnx.ts'
import { type PromptSummary, readPrompt } from './prompt.ts'

export type FileSummary = GgufSummary | OnnxSummary | PromptSummary

/** As JSON. No known model comes near it. */
const maxSummaryCharacters = 4 * 1024 * 1024

/** Reads the description of a file of this type. @throws FormatError when the file is not valid for its type */
export async function inspectFile(type: FileSummary['kind'], source: ByteSource): Promise<FileSummary> {
  const summary = await read(type, source)
  if (JSON.stringify(summary).length <= maxSummaryCharacters) return summary
  throw new FormatError('This file describes itself at greater length than any real model.')
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
