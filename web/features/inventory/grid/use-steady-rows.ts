import { useState } from 'react'
import type { ProductRow } from '../columns/columns.ts'
import { steady } from './steady.ts'

/** The rows of a page, in the order in which they first came as long as they are the same. @param page another one begins anew */
export function useSteadyRows(
  rows: readonly ProductRow[] | undefined,
  page: string,
): readonly ProductRow[] | undefined {
  const [snapshot, setKept] = useState<{
    page: string
    from: readonly ProductRow[] | undefined
    rows: readonly ProductRow[] | undefined
  }>({
    page,
    from: rows,
    rows,
  })
  if (snapshot.page === page && snapshot.from === rows) return snapshot.rows
  const next =
    rows && snapshot.page === page && snapshot.rows
      ? steady(
          rows,
          snapshot.rows.map(({ id }) => id),
        )
      : rows
  setKept({ page, from: rows, rows: next })
  return next
}
