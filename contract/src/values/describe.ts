import * as z from 'zod/mini'

type Schema = z.core.$ZodType

/** What the OpenAPI document states about a schema besides what it checks. */
export type Stated = {
  description?: string
  /** The unit or form of the value, which follows every description of it. */
  unit?: string
  type?: 'integer'
  minimum?: number
  maximum?: number
  format?: string
  pattern?: string
  enum?: readonly string[]
}

/** zod's own registry would be part of every page. */
const stated = new WeakMap<object, Stated>()

/** @returns undefined for a schema that only its checks describe */
export const statedAbout = (schema: object): Stated | undefined => stated.get(schema)

/**
 * The same schema, with what the OpenAPI document states about it. A schema with a name stays a reference to it. The
 * build of the web replaces calls of this function and of `describe` with their first argument: only the document needs
 * the rest.
 */
export function state<S extends Schema>(schema: S, more: Stated): S {
  const copy = z.clone(schema, schema._zod.def as S['_zod']['def'], { parent: true })
  stated.set(copy, { ...stated.get(schema), ...more })
  return copy
}

/** The same schema with its description. Every parameter and every property has one. */
export const describe = <S extends Schema>(schema: S, description: string): S => state(schema, { description })

const isoPattern = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z`

/** A time in a response. */
export const IsoTime = state(z.string(), { format: 'date-time', pattern: `^${isoPattern}$`, unit: 'ISO 8601, UTC.' })

/** A time in a response, or an empty text. */
export const IsoTimeOrEmpty = state(z.string(), { pattern: `^(${isoPattern})?$`, unit: 'ISO 8601, UTC.' })

/** A day in a response, or an empty text. */
export const DayOrEmpty = state(z.string(), { pattern: String.raw`^(\d{4}-\d\d-\d\d)?$` })

export const EpochSeconds = state(z.int(), { unit: 'Epoch seconds.' })

export const Bytes = state(z.int(), { unit: 'Bytes.' })
