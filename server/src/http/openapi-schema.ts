import { describedAs } from '@health-console/contract/text.ts'
import * as z from 'zod/mini'

type JsonSchema = z.core.JSONSchema.BaseSchema

/** The schema of what callers send (`input`) or receive (`output`). */
export function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
  const options = { io, unrepresentable: 'any', override: describeInteger } as const
  const { $schema: _, ...rest } = z.toJSONSchema(schema, options)
  return rest
}

/** Says how large an integer may be where that is less than what JavaScript counts exactly, otherwise that it needs 64 bits. */
function describeInteger({ zodSchema, jsonSchema: integer }: { zodSchema: object; jsonSchema: JsonSchema }): void {
  Object.assign(integer, describedAs.get(zodSchema))
  if (integer.type !== 'integer') return
  // Of a number in a query string: there the text is checked.
  delete integer.pattern
  if (integer.minimum === Number.MIN_SAFE_INTEGER) delete integer.minimum
  if (integer.maximum === Number.MAX_SAFE_INTEGER) delete integer.maximum
  const { minimum = -Infinity, maximum = Infinity } = integer
  if (minimum < -(2 ** 31) || maximum >= 2 ** 31) integer.format = 'int64'
}

export function parameters(schema: z.ZodMiniType | undefined, place: 'path' | 'query'): object[] {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input')
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: property,
  }))
}

/** The schema of a multipart form: a field that is an object is the text of its JSON. */
export function formSchema({ fileType, fields }: { fileType: string; fields: z.ZodMiniType }): object {
  const { properties = {}, required = [], ...rest } = jsonSchema(fields, 'input')
  const parts = Object.entries(properties).map(([name, field]) => [name, isObject(field) ? asJsonText(field) : field])
  return {
    ...rest,
    properties: { file: { contentMediaType: fileType }, ...Object.fromEntries(parts) },
    required: ['file', ...required],
  }
}

const isObject = (schema: unknown) => typeof schema === 'object' && schema !== null && 'properties' in schema

const asJsonText = (schema: unknown) => ({
  type: 'string',
  contentMediaType: 'application/json',
  contentSchema: schema,
})
