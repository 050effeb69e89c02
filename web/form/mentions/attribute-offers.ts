import type { ChannelId } from '#contract/channels/ids.ts'
import { listAccounts } from '#contract/integrations/integrations.ts'
import { csvOptionValues, ebayOptionValues, etsyOptionValues } from '#contract/listings/option-values.ts'
import { offered, optionsOf } from '#domain/listings/content/offered.ts'
import { useRead } from '#web/api.ts'
import { markNames } from '#web/ui/images/channel-mark.tsx'

type Attribute = { name: string; options: readonly string[] }

/** What is offered for attributes: by their templates, and by the channels that the organization sells on. */
export interface AttributeOffers {
  of: (attribute: Attribute) => {
    options: string[]
    /** The channels that an option comes from; '' where it is the template's alone. */
    from: (option: string) => string
  }
  /** The channels that did not say what they take, with the reason. */
  failed: readonly string[]
}

interface Of {
  templateId: number
  /** None: a new one. */
  productId?: number
  /** Of channels where one is chosen already. */
  categories?: Partial<Record<ChannelId, string>>
}

/** Asks each connected channel that has lists of values (LST-372). */
function useTold({ templateId, productId = 0, categories = {} }: Of) {
  const { data: accounts = [] } = useRead(listAccounts)
  const of = { templateId, productId }
  const when = (channel: ChannelId) => ({
    enabled: accounts.some((account) => account.channel === channel && account.authenticated),
    keepPrevious: true,
  })
  const { ebay: categoryId, etsy: taxonomyId } = categories
  const lookups = [
    {
      channel: 'ebay',
      read: useRead(ebayOptionValues, { query: { ...of, ...(categoryId && { categoryId }) } }, when('ebay')),
    },
    {
      channel: 'etsy',
      read: useRead(etsyOptionValues, { query: { ...of, ...(taxonomyId && { taxonomyId }) } }, when('etsy')),
    },
    { channel: 'csv', read: useRead(csvOptionValues, { query: of }, when('csv')) },
  ] as const
  return {
    offers: lookups.map(({ channel, read }) => ({ channel: markNames[channel], fields: read.data ?? [] })),
    failed: lookups.flatMap(({ channel, read }) =>
      read.isError ? [`${markNames[channel]}: ${read.error.message}`] : [],
    ),
  }
}

/** Options are those of the chosen categories; where none is chosen, those of all that the template lists in (PRO-102, PRO-103). */
export function useAttributeOffers({ categories, ...of }: Of): AttributeOffers {
  const all = useTold(of)
  const chosen = useTold({ ...of, categories })
  return {
    of: ({ name, options }) => {
      const fitting = optionsOf(chosen.offers, name)
      return {
        options: offered(options, [...optionsOf(all.offers, name).keys()], [...fitting.keys()]),
        from: (option) => fitting.get(option)?.join(', ') ?? '',
      }
    },
    failed: [...new Set([...all.failed, ...chosen.failed])],
  }
}
