import type { FileSummary } from './inspect.ts'

/** What is checked in a file of each type; `inspectFile` rejects a file that fails one of these checks. */
export const checksOf: Record<FileSummary['kind'], readonly string[]> = {
  gguf: [
    'format version',
    'whole model',
    'architecture',
    'tensors',
    'encodings',
    'dimensions',
    'tensor offsets',
    'file length',
    'unique names',
    'chat templates',
  ],
  onnx: [
    'format version',
    'one graph',
    'operator sets',
    'types',
    'weight sizes',
    'weights embedded',
    'unique names',
    'file length',
  ],
  txt: ['plain text', 'UTF-8', 'not blank', 'not another document type'],
}
