import type { CallInput } from '#contract/endpoint.ts'
import type { exportProducts } from '#contract/exports.ts'
import { mostNamed } from '#web/call.ts'
import type { queryOf } from '../address.ts'
import type { Selection } from '../grid/selection.ts'

type Query = NonNullable<CallInput<typeof exportProducts>['query']>

/** The products in the file: the chosen ones, or all that match the filters except those unchecked. @returns undefined when too many are named */
export function exportQuery(
  query: ReturnType<typeof queryOf>,
  selection: Selection,
  format: 'csv' | 'xlsx',
): Query | undefined {
  const { offset: _offset, limit: _limit, sortBy: _sortBy, orderBy: _orderBy, ...filter } = query
  const named = selection.all ? [...selection.except] : [...selection.ids.keys()]
  if (named.length > mostNamed) return undefined
  if (!selection.all && named.length) return { selectedIds: named.map(String), format }
  return { ...filter, exceptIds: named.length ? named.map(String) : undefined, format }
}
