import * as z from 'zod/mini'
import { ForeignInteger } from './values/text.ts'

const notices = z.array(z.string())

export const OnnxValue = z.object({
  name: z.string(),
  type: z.string(),
  /** A dimension is a number, a name such as `batch`, or null if the model does not define it. */
  shape: z.nullable(z.array(z.nullable(z.union([ForeignInteger, z.string()])))),
})

/** What a file reports about its content. `notices` are sentences about anything unusual in it. */
export const FileFacts = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('gguf'),
    formatVersion: ForeignInteger,
    architecture: z.string(),
    name: z.nullable(z.string()),
    parameterCount: ForeignInteger,
    quantisation: z.nullable(z.string()),
    contextLength: z.nullable(ForeignInteger),
    tensorCount: ForeignInteger,
    tokenizer: z.nullable(z.object({ model: z.string(), tokens: z.nullable(ForeignInteger) })),
    /** The chat templates; the default one has no name. The text is null for a version that is not served. */
    templates: z.array(z.object({ name: z.string(), text: z.nullable(z.string()) })),
    notices,
  }),
  z.object({
    kind: z.literal('onnx'),
    irVersion: ForeignInteger,
    producer: z.nullable(z.string()),
    opsets: z.array(z.object({ domain: z.string(), version: ForeignInteger })),
    inputs: z.array(OnnxValue),
    outputs: z.array(OnnxValue),
    nodeCount: ForeignInteger,
    notices,
  }),
  z.object({ kind: z.literal('txt'), lineCount: ForeignInteger, characterCount: ForeignInteger, notices }),
])
export type FileFacts = z.infer<typeof FileFacts>
