import type { z } from 'zod'
import type { Schema, Way } from './examples.ts'

/** A shape of the contract as JSON Schema. */
export type ShapeOf = (schema: z.ZodType, part: string, way: Way) => Schema

/**
 * A schema as readers of the document expect it: a record whose keys are all known has properties, and a reply always brings fields with a default.
 */
export function asWritten(schema: Schema, way: Way): Schema {
  const nested = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, isNamed(key) ? mapped(value, way) : inner(key, value, way)]),
  ) as Schema
  return way === 'reply' ? withDefaults(spelledOut(nested)) : spelledOut(nested)
}

const isNamed = (key: string) => key === 'properties'
const mapped = (value: unknown, way: Way) =>
  Object.fromEntries(
    Object.entries(value as Record<string, Schema>).map(([key, child]) => [key, asWritten(child, way)]),
  )

const single = new Set(['items', 'additionalProperties', 'propertyNames', 'not'])
const several = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems'])
function inner(key: string, value: unknown, way: Way): unknown {
  if (single.has(key)) return typeof value === 'object' ? asWritten(value as Schema, way) : value
  return several.has(key) ? (value as Schema[]).map((child) => asWritten(child, way)) : value
}

function spelledOut(schema: Schema): Schema {
  const { propertyNames, additionalProperties, ...rest } = schema
  const keys = propertyNames?.enum
  if (!keys || !rest.required || typeof additionalProperties !== 'object') return schema
  return {
    ...rest,
    properties: Object.fromEntries(keys.map((key) => [String(key), additionalProperties])),
    additionalProperties: false,
  }
}

function withDefaults(schema: Schema): Schema {
  const always = Object.entries(schema.properties ?? {}).flatMap(([key, { default: value }]) =>
    value === undefined ? [] : [key],
  )
  return always.length > 0 ? { ...schema, required: [...new Set([...(schema.required ?? []), ...always])] } : schema
}
