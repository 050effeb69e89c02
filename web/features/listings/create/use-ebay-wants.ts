import { useDebouncedValue } from '@mantine/hooks'
import { ebayAspects, ebayCategories, ebaySuggestions } from '#contract/lookups.ts'
import { valueIn } from '#domain/listings/suggest.ts'
import { useRead } from '#web/api.ts'
import { type CategoryNode, fromEbay, type Leaf, leavesOf } from '../categories/categories.ts'
import type { FirstDraft, Wants } from './first-draft.ts'

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
  root: CategoryNode | undefined
  leaves: readonly Leaf[]
  category: string
  /** Whether the category is eBay's suggestion for the title. */
  categorySuggested: boolean
  specifics: readonly Specific[]
  loading: boolean
  failed: string | undefined
}

/** What eBay wants to know of the draft: a category, suggested from the title, and the item specifics that it demands there. */
export function useEbayWants(draft: FirstDraft, on: boolean): EbayWants {
  const [query] = useDebouncedValue(draft.title.trim(), typingMs)
  const tree = useRead(ebayCategories, {}, { enabled: on })
  const suggestions = useRead(
    ebaySuggestions,
    { query: { query } },
    { enabled: on && query.length >= suggestFrom, keepPrevious: true },
  )
  const root = tree.data && fromEbay(tree.data.rootCategoryNode)
  const leaves = root ? leavesOf(root) : []
  const first = suggestions.data?.categorySuggestions.find(({ category }) =>
    leaves.some((leaf) => leaf.id === category.categoryId),
  )
  const category = draft.category ?? (draft.title.trim() ? (first?.category.categoryId ?? '') : '')
  const asked = useRead(
    ebayAspects,
    { query: { categoryId: category } },
    { enabled: on && category !== '', keepPrevious: true },
  )
  const specifics = (category ? (asked.data ?? []) : [])
    .filter((aspect) => aspect.aspectConstraint.aspectRequired)
    .map((aspect): Specific => {
      const name = aspect.localizedAspectName
      const options = (aspect.aspectValues ?? []).map((v) => v.localizedValue)
      const chosen = draft.aspects[name]
      const found = chosen === undefined ? valueIn(draft.title, options) : undefined
      return {
        name,
        value: chosen ?? found ?? '',
        suggested: found !== undefined,
        options,
        strict: aspect.aspectConstraint.aspectMode === 'SELECTION_ONLY',
      }
    })
  const failed = [tree, suggestions, asked].find((read) => read.isError && !read.data)?.error?.message
  const loading = on && (tree.isPending || (category !== '' && asked.isPending))
  return {
    root,
    leaves,
    category,
    categorySuggested: draft.category === null && category !== '',
    specifics,
    loading,
    failed,
    kind: leaves.find((leaf) => leaf.id === category)?.name ?? '',
    schema: {
      ebayCategoryIds: category,
      ebayCategoryVersion: tree.data?.categoryTreeVersion ?? '',
      condition: draft.condition,
    },
    overrides: category ? { selectedCategoryIds: category } : {},
    aspects: specifics.map(({ name, value, options }) => ({ name, value: value.trim(), options })),
    problems: {
      ...(failed ? { category: `eBay's categories could not be loaded: ${failed}` } : {}),
      ...(!failed && category === '' ? { category: 'Choose a category.' } : {}),
      ...(loading ? { loading: 'Looking what eBay asks for…' } : {}),
      ...Object.fromEntries(
        specifics.filter(({ value }) => !value.trim()).map(({ name }) => [`aspects.${name}`, `eBay needs ${name}.`]),
      ),
    },
  }
}
