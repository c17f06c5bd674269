import type { ByteSource } from './byte-source.ts'
import { type GgufSummary, readGguf } from './gguf.ts'
import { type OnnxSummary, readOnnx } from './onnx.ts'
import { type PromptSummary, readPrompt } from './prompt.ts'

export type FileSummary = GgufSummary | OnnxSummary | PromptSummary

/** Reads the description of a file of this type. @throws FormatError when the file is not valid for its type */
export function inspectFile(type: FileSummary['kind'], source: ByteSource): Promise<FileSummary> {
  switch (type) {
    case 'gguf':
      return readGguf(source)
    case 'onnx':
      return readOnnx(source)
    case 'txt':
      return readPrompt(source)
  }
}
