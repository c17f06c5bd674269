import * as z from 'zod/mini'

type Range = { min: number; max: number }

const ranges = z.registry<Range>()

export function wholeNumber(min: number, max: number) {
  const schema = z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/, 'must be a whole number')),
    z.pipe(
      z.transform(Number),
      z.number().check(z.gte(min, `must be at least ${min}`), z.lte(max, `must be at most ${max}`)),
    ),
  )
  ranges.add(schema, { min, max })
  return schema
}

/** The range of a setting; undefined if it is not a whole number. */
export function findRange(schema: z.core.$ZodType): Range | undefined {
  const range = ranges.get(schema)
  if (range !== undefined) return range
  if (schema instanceof z.ZodMiniDefault || schema instanceof z.ZodMiniOptional) return findRange(schema.def.innerType)
  return schema instanceof z.ZodMiniPipe ? findRange(schema.def.out) : undefined
}
