import { useDebouncedValue } from '@mantine/hooks'
import { ebay } from '#contract/channels/ebay.ts'
import type { ChannelId } from '#contract/channels/ids.ts'
import type { CallReply } from '#contract/endpoint.ts'
import type { lookups } from '#contract/integrations/lookups.ts'
import { valueIn } from '#domain/listings/content/suggest.ts'
import { useRead } from '#web/api.ts'
import { lookupOf } from '#web/lookups.ts'
import { type CategoryNode, type Leaf, leavesOf, treeOf } from '../categories/categories.ts'
import type { FirstDraft, Wants } from '../create/first-draft.ts'

export const categoryTree = ebay.fields[0].tree
const typingMs = 400
/** From how many letters on eBay is asked for suggestions (LST-108). */
const suggestFrom = 2

export interface Specific {
  name: string
  value: string
  /** Whether the value stands in the title and nobody chose it. */
  suggested: boolean
  options: readonly string[]
  /** Whether eBay takes nothing but one of the options. */
  strict: boolean
}
export interface EbayWants extends Wants {
  /** Whether it is to be listed there. */
  on: boolean
  root: CategoryNode | undefined
  leaves: readonly Leaf[]
  category: string
  /** Whether the category is eBay's suggestion for the title. */
  categorySuggested: boolean
  specifics: readonly Specific[]
  loading: boolean
  failed: string | undefined
}

/** eBay's tree of categories, and which of its leaves the draft is in: the chosen one, or eBay's suggestion for the title. */
function useCategory(draft: FirstDraft, on: boolean, integrationId: number | undefined) {
  const title = draft.title.trim()
  const [query] = useDebouncedValue(title, typingMs)
  const tree = useRead(lookupOf('ebay', 'categories'), { query: { integrationId } }, { enabled: on })
  const suggestions = useRead(
    lookupOf('ebay', 'suggestions'),
    { query: { query, integrationId } },
    { enabled: on && query.length >= suggestFrom, keepPrevious: true },
  )
  const root = tree.data && treeOf(tree.data, categoryTree)
  const leaves = root ? leavesOf(root) : []
  const first = suggestions.data?.categorySuggestions.find(({ category }) =>
    leaves.some((leaf) => leaf.id === category.categoryId),
  )
  const suggested = title ? (first?.category.categoryId ?? '') : ''
  return { tree, suggestions, root, leaves, category: draft.category ?? suggested }
}

type Aspect = CallReply<typeof lookups.ebay.aspects>[number]
/** An item specific, with the value that was chosen, or that stands in the title. */
function specificOf({ title, attributes }: FirstDraft, aspect: Aspect): Specific {
  const name = aspect.localizedAspectName
  const options = (aspect.aspectValues ?? []).map((v) => v.localizedValue)
  const chosen = attributes[name]
  const match = chosen === undefined ? valueIn(title, options) : undefined
  return {
    name,
    value: chosen ?? match ?? '',
    suggested: match !== undefined,
    options,
    strict: aspect.aspectConstraint.aspectMode === 'SELECTION_ONLY',
  }
}

function problemsOf({ failed, category, loading, specifics }: Omit<EbayWants, keyof Wants>): Wants['problems'] {
  const missing = specifics.filter(({ value }) => !value.trim())
  return {
    ...(failed ? { category: `eBay's categories could not be loaded: ${failed}` } : {}),
    ...(!failed && category === '' ? { category: 'Choose a category.' } : {}),
    ...(loading ? { loading: 'Loading what eBay requires…' } : {}),
    ...Object.fromEntries(missing.map(({ name }) => [`attributes.${name}`, `eBay requires ${name}.`])),
  }
}

/**
 * What eBay wants to know of the draft: a category, suggested from the title, and the item specifics that it demands there.
 * @param integrationId the account, where there are several: its marketplace decides
 */
export function useEbayWants(draft: FirstDraft, channels: readonly ChannelId[], integrationId?: number): EbayWants {
  const on = channels.includes(ebay.id)
  const { tree, suggestions, root, leaves, category } = useCategory(draft, on, integrationId)
  const aspects = useRead(
    lookupOf('ebay', 'aspects'),
    { query: { categoryId: category, integrationId } },
    { enabled: on && category !== '', keepPrevious: true },
  )
  const specifics = (category && aspects.data ? aspects.data : [])
    .filter((aspect) => aspect.aspectConstraint.aspectRequired)
    .map((aspect) => specificOf(draft, aspect))
  const wants = {
    on,
    root,
    leaves,
    category,
    categorySuggested: draft.category === null && category !== '',
    specifics,
    failed: [tree, suggestions, aspects].find((read) => read.isError && !read.data)?.error?.message,
    loading: on && (tree.isPending || (category !== '' && aspects.isPending)),
  }
  return {
    ...wants,
    kind: leaves.find((leaf) => leaf.id === category)?.name ?? '',
    schema: {
      ebayCategoryIds: category,
      ebayCategoryVersion: tree.data?.categoryTreeVersion ?? '',
      condition: draft.condition,
    },
    overrides: category ? { selectedCategoryIds: category } : {},
    attributes: specifics.map(({ name, value, options }) => ({ name, value: value.trim(), options })),
    problems: problemsOf(wants),
  }
}
