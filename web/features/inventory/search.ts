import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { oneOf, type RawSearch } from '#web/search.ts'
import { useNavigate } from '#web/ui/link.tsx'
import {
  type Dialog,
  type Filters,
  filterKeys,
  type InventorySearch,
  type Item,
  type Key,
  type Paging,
  pageKeys,
  queryOf,
  readSearch,
  searchOf,
  viewFiltersOf,
} from './address.ts'

const dialogs = ['views', 'newView'] as const satisfies readonly Dialog[]

const isBlank = (v: unknown) => v === undefined || v === null || (typeof v === 'string' && v.trim() === '')
/** A half of a surrogate pair has no place in an address. */
const tidy = (v: Item) => (typeof v === 'string' ? v.toWellFormed().trim() : v)

/** INV-023..INV-046: takes the ledger's names, without blanks. */
export function inventorySearch(raw: RawSearch): InventorySearch {
  const search: Partial<Record<Key, Item | readonly Item[]>> = {}
  for (const key of [...pageKeys, ...filterKeys]) {
    const values: unknown[] = Array.isArray(raw[key]) ? raw[key] : [raw[key]]
    const items = values.filter((v): v is Item => !isBlank(v) && typeof v !== 'object').map(tidy)
    if (items.length) search[key] = items.length === 1 ? items[0] : items
  }
  return { ...search, dialog: oneOf(raw.dialog, dialogs) }
}

/** The filters, sort and page that stand in the address, and the ways to change them. */
export function useInventorySearch() {
  const search = useSearch({ from: '/inventory' })
  const navigate = useNavigate({ from: '/inventory' })
  const { filters, paging, dropped } = useMemo(() => readSearch(search), [search])
  const go = (next: InventorySearch, replace = false) =>
    void navigate({ search: { ...next, dialog: search.dialog }, replace })
  return {
    /** The address as it stands, also what of it cannot be used. */
    search,
    query: queryOf(filters, paging),
    filters,
    paging,
    dropped,
    viewFilters: viewFiltersOf(filters, paging),
    dialog: search.dialog,
    /** Another page, size or sort; a new sort or size begins at the first page. */
    set: (change: Partial<Paging>) => go(searchOf(filters, { ...paging, offset: 0, ...change })),
    /** Changes some filters and begins at the first page. `replace` leaves no step to go back to, for what is being typed. */
    setFilters: (
      change: Partial<Filters>,
      { replace, ...sort }: { replace?: boolean } & Partial<Pick<Paging, 'sortBy' | 'orderBy'>> = {},
    ) => go(searchOf({ ...filters, ...change }, { ...paging, ...sort, offset: 0 }), replace),
    clear: () => go(searchOf({}, { ...paging, offset: 0 })),
    /** Everything as a saved view has it; the page size stays. */
    apply: (raw: RawSearch, { replace }: { replace?: boolean } = {}) => {
      const next = readSearch(inventorySearch(raw))
      go(searchOf(next.filters, { ...next.paging, limit: paging.limit, offset: 0 }), replace)
    },
    showDialog: (dialog: Dialog | undefined) =>
      void navigate({ search: (now) => ({ ...now, dialog }), replace: dialog === undefined }),
  }
}
