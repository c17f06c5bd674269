import * as z from 'zod/mini'
import { describe } from '../values/describe.ts'
import { ForeignInteger } from '../values/text.ts'

const notices = z.array(z.string())

export const OnnxValue = z.object({
  name: describe(z.string(), 'The name of the input or output.'),
  type: describe(z.string(), 'The type of its elements.'),
  shape: describe(
    z.nullable(z.array(z.nullable(z.union([ForeignInteger, z.string()])))),
    'Its dimensions: a number, a name such as `batch`, or null if the model does not define it. Null: the model defines none.',
  ),
})

export const FileFacts = describe(
  z.discriminatedUnion('kind', [
    z.object({
      kind: describe(z.literal('gguf'), 'The format of the file.'),
      formatVersion: describe(ForeignInteger, 'The version of the GGUF format.'),
      architecture: describe(z.string(), 'The architecture of the model.'),
      name: describe(z.nullable(z.string()), 'The name that the file gives the model; null if it gives none.'),
      parameterCount: describe(ForeignInteger, 'The number of parameters.'),
      quantisation: describe(
        z.nullable(z.string()),
        'How the parameters are stored; null if the file does not specify it.',
      ),
      contextLength: describe(
        z.nullable(ForeignInteger),
        'The context length in tokens; null if the file does not specify it.',
      ),
      tensorCount: describe(ForeignInteger, 'The number of tensors.'),
      tokenizer: describe(
        z.nullable(
          z.object({
            model: describe(z.string(), 'The kind of tokenizer.'),
            tokens: describe(
              z.nullable(ForeignInteger),
              'The size of its vocabulary; null if the file does not specify it.',
            ),
          }),
        ),
        'The tokenizer; null if the file has none.',
      ),
      templates: describe(
        z.array(
          z.object({
            name: describe(z.string(), 'The name; empty for the default template.'),
            text: describe(z.nullable(z.string()), 'The text; null for a version that is not served.'),
          }),
        ),
        'The chat templates.',
      ),
      notices: describe(notices, 'Sentences about anything unusual in the file.'),
    }),
    z.object({
      kind: describe(z.literal('onnx'), 'The format of the file.'),
      irVersion: describe(ForeignInteger, 'The version of the ONNX format.'),
      producer: describe(
        z.nullable(z.string()),
        'The program that wrote the file; null if the file does not specify it.',
      ),
      opsets: describe(
        z.array(
          z.object({
            domain: describe(z.string(), 'The domain of the operators.'),
            version: describe(ForeignInteger, 'The version of the set.'),
          }),
        ),
        'The sets of operators that the model needs.',
      ),
      inputs: describe(z.array(OnnxValue), 'The inputs of the model.'),
      outputs: describe(z.array(OnnxValue), 'The outputs of the model.'),
      nodeCount: describe(ForeignInteger, 'The number of nodes.'),
      notices: describe(notices, 'Sentences about anything unusual in the file.'),
    }),
    z.object({
      kind: describe(z.literal('txt'), 'The format of the file.'),
      lineCount: describe(ForeignInteger, 'The number of lines.'),
      characterCount: describe(ForeignInteger, 'The number of characters.'),
      notices: describe(notices, 'Sentences about anything unusual in the file.'),
    }),
  ]),
  'What a file reports about its content. `notices` are sentences about anything unusual in it.',
)
export type FileFacts = z.infer<typeof FileFacts>
