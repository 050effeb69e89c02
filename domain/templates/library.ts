import type { ChannelId } from '#contract/channels/names.ts'
import type { Field } from '#contract/channels/describe.ts'
import type { SizeAndWeight } from '#contract/shapes.ts'
import type { TemplateAttribute } from '#contract/templates.ts'

/** A schema of a listing template: the channel's fields beside the common ones. */
export type AnySchema = { id: string; name: string; details: string } & Record<string, unknown>

/** What the library keeps of a template. */
export interface LibraryContent {
  title: string
  description: string
  tags: string[]
  sizeAndWeight: SizeAndWeight
  configuration: { dynamicMappingEnabled: boolean }
  variations: string[]
  attributes: Omit<TemplateAttribute, 'id' | 'index'>[]
  listings: { channel: ChannelId; schemas: AnySchema[] }[]
}

/**
 * A schema without what belongs to one account of the channel: its locations, policies and collections are not another account's.
 * @param fields the channel's
 */
export function portable(schema: AnySchema, fields: readonly Field[]): AnySchema {
  const own = new Set(fields.filter((field) => field.asks).map((field) => field.name))
  return Object.fromEntries(Object.entries(schema).filter(([name]) => !own.has(name))) as AnySchema
}
