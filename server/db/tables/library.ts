import type { Generated } from 'kysely'
import type { ChannelId } from '#contract/channels/ids.ts'
import type { LibraryContent } from '#domain/templates/library.ts'
import type { At, Json } from './columns.ts'

/** The template library, which belongs to the installation. */
export interface StockTemplatesTable {
  id: Generated<number>
  name: string
  description: string
  category: string
  subCategory: string
  tags: string[]
  channels: ChannelId[]
  allChannels: boolean
  valueMapping: boolean
  content: Json<LibraryContent>
  sourceOrganizationId: number
  sourceTemplateId: number
  createdAt: At
  updatedAt: At
}
