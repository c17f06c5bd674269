import type { FileSummary } from './inspect.ts'

/** What reading a file of each type has checked, in words; `inspectFile` refuses a file that fails one of them. */
export const checksOf: Record<FileSummary['kind'], readonly string[]> = {
  gguf: [
    'format version',
    'whole model',
    'architecture',
    'tensors',
    'encodings',
    'dimensions',
    'places of the data',
    'length of the file',
    'no name twice',
    'chat templates',
  ],
  onnx: [
    'format version',
    'one graph',
    'operator sets',
    'types',
    'sizes of the weights',
    'all weights inside',
    'no name twice',
    'length of the file',
  ],
  txt: ['plain text', 'UTF-8', 'not blank', 'no other document'],
}
