import type { ChannelId } from '#contract/channels/ids.ts'
import type { ListSettings } from '#contract/listings.ts'

/** How a product that does not exist yet is to list on a channel, in its first account there. */
export interface ListingChoice {
  /** Of the listing template; '' where there is none yet. */
  schemaId: string
  /** The category's id; '' for the listing template's own. */
  category: string
  settings: ListSettings
}
export type ListingChoices = Partial<Record<ChannelId, ListingChoice>>

export const noChoice: ListingChoice = {
  schemaId: '',
  category: '',
  settings: { list: false, sync: false, syncQuantity: false },
}
