import { isDeepStrictEqual } from 'node:util'
import { statedAbout } from '@health-console/contract/values/describe.ts'
import * as z from 'zod/mini'
import { namedSchemas } from './names.ts'

type JsonSchema = z.core.JSONSchema.BaseSchema

const folder = '#/components/schemas/'

/** Creates the schemas of one document. Named schemas are in `components` and referred to wherever they are used. */
export class DocumentSchemas {
  readonly components: Record<string, JsonSchema> = {}

  /** The schema of what callers send (`input`) or receive (`output`). */
  of(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
    const options = { io, unrepresentable: 'any', override: addStated, metadata: namedSchemas } as const
    const { $schema: _, $defs = {}, ...rest } = withReferences(z.toJSONSchema(schema, options))
    for (const [name, definition] of Object.entries($defs)) this.#keep(name, definition)
    return rest
  }

  parameters(schema: z.ZodMiniType | undefined, place: 'path' | 'query'): object[] {
    if (!schema) return []
    // Parameters are listed, so an object of them needs no name.
    const { properties = {}, required = [] } = this.of(z.clone(schema, schema._zod.def), 'input')
    return Object.entries(properties).map(([name, property]) => {
      const { description, ...rest } = property as JsonSchema
      return { name, in: place, required: required.includes(name), description, schema: rest }
    })
  }

  /** The schema of a multipart form: a field that is an object is its JSON as text. */
  ofForm({ fileType, fields }: { fileType: string; fields: z.ZodMiniType }): object {
    const { properties = {}, required = [], ...rest } = this.of(fields, 'input')
    const parts = Object.entries(properties).map(([name, field]) => [
      name,
      typeof field === 'object' && this.#isObject(field) ? asJsonText(field) : field,
    ])
    return {
      ...rest,
      properties: {
        file: { contentMediaType: fileType, description: 'The file, with its name.' },
        ...Object.fromEntries(parts),
      },
      required: ['file', ...required],
    }
  }

  /**
   * @throws Error if a name has two meanings: a default value makes a field optional when sent, and not when received
   */
  #keep(name: string, definition: JsonSchema): void {
    const known = (this.components[name] ??= definition)
    if (!isDeepStrictEqual(known, definition))
      throw new Error(`The schema ${name} has two meanings, so it needs two names`)
  }

  #isObject(schema: JsonSchema | boolean): boolean {
    if (typeof schema === 'boolean') return false
    const { properties } = this.components[schema.$ref?.slice(folder.length) ?? ''] ?? schema
    return properties !== undefined
  }
}

/** The schema with references into the document instead of into itself. */
function withReferences(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (key, value) =>
    key === '$ref' ? value.replace('#/$defs/', folder) : value,
  )
}

/** Adds what the contract states, and to an integer either its limits or that it needs 64 bits. */
function addStated({ zodSchema, jsonSchema }: { zodSchema: object; jsonSchema: JsonSchema }): void {
  const { description = '', unit = '', ...more } = statedAbout(zodSchema) ?? {}
  const text = `${description} ${unit}`.trim()
  Object.assign(jsonSchema, more, text !== '' && { description: text })
  if (jsonSchema.type !== 'integer') return
  // This is a number in a query string, whose text is checked.
  delete jsonSchema.pattern
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  const { minimum = -Infinity, maximum = Infinity } = jsonSchema
  if (minimum < -(2 ** 31) || maximum >= 2 ** 31) jsonSchema.format = 'int64'
}

const asJsonText = ({ description, ...schema }: JsonSchema) => ({
  description,
  type: 'string',
  contentMediaType: 'application/json',
  contentSchema: schema,
})
