import { listImportRows } from '#contract/imports.ts'
import { useRead } from '#web/api.ts'
import type { Import } from '../upload.ts'

/** So many rows with problems are offered at once to be fixed. */
const rowsAtOnce = 50

/** The rows that cannot be imported completely: how many, and the cells of the first of them. */
export function useProblems({ id }: Pick<Import, 'id'>) {
  const read = useRead(
    listImportRows,
    { params: { id }, query: { limit: rowsAtOnce, problems: 'true' } },
    { keepPrevious: true },
  )
  return {
    read,
    items: read.data?.items ?? 0,
    capped: read.data?.itemsCapped ?? false,
    skippedCells: read.data?.skippedCells ?? 0,
    cells: (read.data?.data ?? []).flatMap(({ sku, wrongCells = [] }) => wrongCells.map((cell) => ({ ...cell, sku }))),
  }
}

export type WrongCell = ReturnType<typeof useProblems>['cells'][number]
