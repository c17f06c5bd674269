import * as z from 'zod/mini'

const notices = z.array(z.string())

const OnnxValue = z.object({
  name: z.string(),
  type: z.string(),
  /** A dimension is a number, a name such as `batch`, or null if the model leaves it open. */
  shape: z.nullable(z.array(z.nullable(z.union([z.number(), z.string()])))),
})

/** What a file says about its content. `notices` are sentences about what is unusual in it. */
export const FileFacts = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('gguf'),
    formatVersion: z.number(),
    architecture: z.string(),
    name: z.nullable(z.string()),
    parameterCount: z.number(),
    quantisation: z.nullable(z.string()),
    contextLength: z.nullable(z.number()),
    tensorCount: z.number(),
    /** The chat templates; the default one has no name. */
    templates: z.array(z.object({ name: z.string(), text: z.string() })),
    notices,
  }),
  z.object({
    kind: z.literal('onnx'),
    irVersion: z.number(),
    producer: z.nullable(z.string()),
    opsets: z.array(z.object({ domain: z.string(), version: z.number() })),
    inputs: z.array(OnnxValue),
    outputs: z.array(OnnxValue),
    nodeCount: z.number(),
    notices,
  }),
  z.object({ kind: z.literal('txt'), lineCount: z.number(), characterCount: z.number(), notices }),
])
export type FileFacts = z.infer<typeof FileFacts>
