import type { ReactNode } from 'react'
import { builtDescription } from '#contract/channels/all.ts'
import { listingChannels } from '#contract/listings/listings.ts'
import { useRead } from '#web/api.ts'
import { type AttributeOffers, useAttributeOffers } from '#web/form/mentions/attribute-offers.ts'
import { type ListingChoices, noChoice } from '#web/form/products/listing-choice.ts'
import { Callout } from '#web/ui/layout/callout.tsx'
import { markNames } from '#web/ui/images/channel-mark.tsx'
import { splitIds } from '../categories/categories.ts'
import { categoryFieldOf } from '../editor/chosen.ts'
import { textOf } from '../editor/fields.ts'
import type { Panels } from '../listing-state.ts'
import { accountsOf, schemaOf } from './chosen-schema.ts'

/** Channels whose categories say which values they take. */
const withCategories = ['ebay', 'etsy'] as const
type WithCategories = (typeof withCategories)[number]

/** The chosen category of a channel's listing templates, and whether there are several of which none is. */
function chosenOn(channel: WithCategories, panels: Panels | undefined, choices: ListingChoices) {
  const field = categoryFieldOf(builtDescription(channel)?.fields ?? [])?.name ?? ''
  const choice = choices[channel] ?? noChoice
  const schemas = accountsOf(panels?.[channel], choice).panel?.listingTemplate?.schemas ?? []
  const category = schemaOf(schemas, choice) ? choice.category : ''
  const ids = new Set(schemas.flatMap((schema) => splitIds(textOf(schema, field))))
  return { channel, category, open: ids.size > 1 && !category && choice.settings.list }
}

interface Props {
  templateId: number
  choices: ListingChoices
  /** Draws the attributes. */
  children: (offers: AttributeOffers) => ReactNode
}

/** What is offered for the attributes of a product that is to list in the chosen categories. */
export function OfferedOptions({ templateId, choices, children }: Props) {
  const panels = useRead(listingChannels, { query: { templateId } })
  const chosen = withCategories.map((channel) => chosenOn(channel, panels.data, choices))
  const categories = Object.fromEntries(chosen.map(({ channel, category }) => [channel, category]))
  const offers = useAttributeOffers({ templateId, categories })
  const open = chosen.filter((choice) => choice.open).map(({ channel }) => markNames[channel])
  return (
    <>
      {open.length > 0 && (
        <Callout>
          Choose a category for {open.join(' and ')}. Until then, suggestions cover all categories, and some may be
          rejected.
        </Callout>
      )}
      {children(offers)}
    </>
  )
}
