import type { ChannelId } from '#contract/channels/ids.ts'
import type { ListSettings } from '#contract/listings/listings.ts'

/** How a product that does not exist yet is to list on a channel. */
export interface ListingChoice {
  /** Of the listing template; '' where there is none yet. */
  schemaId: string
  /** The category's id; '' for the listing template's own. */
  category: string
  settings: ListSettings
  /** In which account there, of a channel that has several; else in the first. */
  account?: number | undefined
}
export type ListingChoices = Partial<Record<ChannelId, ListingChoice>>

export const noChoice: ListingChoice = {
  schemaId: '',
  category: '',
  settings: { list: false, sync: false, syncQuantity: false },
}
