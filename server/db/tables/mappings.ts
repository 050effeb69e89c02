import type { Generated } from 'kysely'
import type { Rule, RuledText } from '#contract/mappings.ts'
import type { At, Json } from './columns.ts'

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
