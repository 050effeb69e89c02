import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { areas } from '#contract/all.ts'
import type { AnyEndpoint } from '#contract/endpoint.ts'
import { isShort, type Schema } from '../../testing/cost/heaviest.ts'

/** Places whose values a second schema reads, or that only the size of the body limits. */
const readLater: Record<string, string> = {
  'bulkInsert.products[]': 'rows are read by the rules of an import',
  'saveIntegration.settings': 'read by the channel’s own settings',
  'saveListingTemplates.listingTemplates[].schemas[]': 'read by the fields of the channel',
  'saveListingProducts.listingProducts[].schemaOverrides': 'read by the fields of the channel',
  'saveListingProducts[].schemaOverrides': 'read by the fields of the channel',
  'createAndList.channels[].schema': 'read by the fields of the channel',
  'createAndList.channels[].overrides': 'read by the fields of the channel',
  importOrders: 'only the account is read',
}

/** Texts, lists and names of a schema that have no end. */
function* endless(schema: Schema, at: string): Generator<string> {
  if (schema.const !== undefined || schema.enum || schema.not) return
  for (const variant of [...(schema.anyOf ?? []), ...(schema.allOf ?? [])]) yield* endless(variant, at)
  if (
    schema.type === 'string' &&
    schema.maxLength === undefined &&
    schema.format !== 'uuid' &&
    !isShort(schema.pattern)
  )
    yield `${at}: a text`
  if (schema.type === 'array' && schema.maxItems === undefined) yield `${at}: a list`
  if (schema.items) yield* endless(schema.items, `${at}[]`)
  for (const [name, inner] of Object.entries(schema.properties ?? {})) yield* endless(inner, `${at}.${name}`)
  if (!schema.additionalProperties || at in readLater) return
  const names = schema.propertyNames
  if (names?.maxLength === undefined && !names?.enum && !isShort(names?.pattern)) yield `${at}: a name`
  yield* endless(schema.additionalProperties, `${at}{}`)
}

const endpoints = Object.values(areas).flatMap((area) => Object.entries(area) as [string, AnyEndpoint][])
const bodies = endpoints.flatMap(([name, { body }]): [string, Schema][] =>
  body ? [[name, z.toJSONSchema(body, { unrepresentable: 'any', io: 'input' }) as Schema]] : [],
)

describe('What a request may carry', () => {
  it.each(bodies)('%s has a limit for each text and list of its body', (name, schema) => {
    expect([...endless(schema, name)]).toEqual([])
  })
  it('Every place that is read later exists', () => {
    const names = new Set(bodies.map(([name]) => name))
    expect(Object.keys(readLater).filter((at) => !names.has(/^\w+/.exec(at)?.[0] ?? ''))).toEqual([])
  })
})
