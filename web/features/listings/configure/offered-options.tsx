import type { ReactNode } from 'react'
import { builtDescription } from '#contract/channels/all.ts'
import type { BuiltId } from '#contract/channels/names.ts'
import { listingChannels } from '#contract/listings.ts'
import { offered } from '#domain/listings/offered.ts'
import { nameKey } from '#domain/products/values.ts'
import { useRead } from '#web/api.ts'
import { type ListingChoices, noChoice } from '#web/form/listing-choice.ts'
import { anyLookup } from '#web/lookups.ts'
import { Callout } from '#web/ui/callout.tsx'
import { markNames } from '#web/ui/channel-mark.tsx'
import { splitIds } from '../categories/categories.ts'
import { categoryFieldOf } from '../editor/chosen.ts'
import { textOf } from '../editor/fields.ts'
import type { Panels } from '../listing-state.ts'
import { ebayTaken } from '../ebay/taken.ts'
import { etsyTaken } from '../etsy/taken.ts'
import { schemaOf } from './chosen-schema.ts'
import type { Taken, Values } from './taken.ts'

/** How channels tell what categories take, those that do. */
const asks = { ebay: ebayTaken, etsy: etsyTaken } as const satisfies Partial<Record<BuiltId, Taken>>

/** What the categories of a channel's listing templates take, and of these the chosen one; without a choice, all of them. */
function useTaken(channel: keyof typeof asks, panels: Panels | undefined, choices: ListingChoices) {
  const { lookup, query, values } = asks[channel]
  const schemas = panels?.[channel]?.authenticated ? (panels[channel].listingTemplate?.schemas ?? []) : []
  const field = categoryFieldOf(builtDescription(channel)?.fields ?? [])?.name ?? ''
  const choice = choices[channel] ?? noChoice
  const chosen = schemaOf(schemas, choice) ? choice.category : ''
  const ids = [...new Set(schemas.flatMap((schema) => splitIds(textOf(schema, field))))].join(',')
  const ask = (of: string) => ({ query: query(of) }) as never
  const all = useRead(anyLookup(channel, lookup), ask(ids), { enabled: ids !== '' })
  const one = useRead(anyLookup(channel, lookup), ask(chosen), { enabled: chosen !== '' })
  const known = all.data === undefined ? [] : values(all.data)
  return {
    channel,
    all: known,
    taken: chosen && one.data !== undefined ? values(one.data) : known,
    open: ids.includes(',') && !chosen && choice.settings.list,
  }
}

interface Props {
  templateId: number
  choices: ListingChoices
  /** Draws the attributes. */
  children: (optionsOf: (attribute: { name: string; options: readonly string[] }) => string[]) => ReactNode
}

/** What is offered for the attributes of a product that is to list in the chosen categories. */
export function OfferedOptions({ templateId, choices, children }: Props) {
  const panels = useRead(listingChannels, { query: { templateId } })
  const channels = [useTaken('ebay', panels.data, choices), useTaken('etsy', panels.data, choices)]
  const of = (values: Values, name: string) =>
    values.flatMap(([known, options]) => (nameKey(known) === nameKey(name) ? options : []))
  const open = channels.filter((one) => one.open).map(({ channel }) => markNames[channel])
  return (
    <>
      {open.length > 0 && (
        <Callout>
          No category is chosen for {open.join(' and ')}: the values of all its categories are offered, and the one it
          is listed in may refuse some.
        </Callout>
      )}
      {children(({ name, options }) =>
        offered(
          options,
          channels.flatMap(({ all }) => of(all, name)),
          channels.flatMap(({ taken }) => of(taken, name)),
        ),
      )}
    </>
  )
}
