import type { CategoryRules, Choices } from '#domain/requirements/changes.ts'
import type { Generated } from 'kysely'
import type { At, Json, MaybeAt, Owned } from './columns.ts'

/** What a channel said last of a category, or of the options of a choice. */
interface ChannelRulesTable {
  organizationId: number
  integrationId: number
  key: string
  label: Generated<string>
  rules: Json<CategoryRules | Choices>
  readAt: At
}
interface RequirementReadsTable {
  organizationId: number
  integrationId: number
  readAt: At
  countedAt: MaybeAt
  settings: Generated<string>
}
/** What an account’s listings have to meet. */
interface RequirementsTable extends Owned {
  integrationId: number
  rule: string
  key: Generated<string>
  name: Generated<string>
  label: Generated<string>
  since: At
  listings: Generated<number>
}
/** Live listings that do not meet it. */
interface RequirementListingsTable {
  organizationId: number
  requirementId: number
  listingId: number
  productId: number
  templateId: number
}
export interface RequirementTables {
  channelRules: ChannelRulesTable
  requirementReads: RequirementReadsTable
  requirements: RequirementsTable
  requirementListings: RequirementListingsTable
}
