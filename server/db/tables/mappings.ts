import type { Generated } from 'kysely'
import type { ChannelId } from '#contract/channels/ids.ts'
import type { FieldMapping, Rule, RuledText } from '#contract/mappings/mappings.ts'
import type { At, Json, Owned } from './columns.ts'

export interface DynamicMappingsTable {
  organizationId: number
  uuid: string
  /** Null: for any template. */
  templateId: number | null
  applyTo: RuledText
  position: number
  name: string
  description: Generated<string>
  active: Generated<boolean>
  rules: Json<Rule[]>
  updatedAt: At
}
/** Products for which a mapping is switched off. */
export interface DynamicMappingsOffTable {
  organizationId: number
  mapping: string
  productId: number
}
/** Values of products, and what a channel gets instead. */
export interface ValueMappingsTable extends Owned {
  uuid: string
  channel: ChannelId
  position: number
  name: string
  description: Generated<string>
  active: Generated<boolean>
  mappings: Json<FieldMapping[]>
  updatedAt: At
}
/** Where a value mapping is switched on or off: for all of a listing template, or for one listing of it. */
export interface ValueMappingConfigurationsTable extends Owned {
  valueMappingId: number
  listingTemplateId: number
  listingProductId: number | null
  active: boolean
}
