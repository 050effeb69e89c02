import { invalid } from '../../errors.ts'

/** The ids that a query names, each once, in the order given. @throws invalid_input */
export function idsOf(field: string, texts: readonly string[] | undefined): number[] {
  const ids = (texts ?? []).filter((id) => id !== '').map(Number)
  if (ids.some((id) => !Number.isSafeInteger(id) || id < 1)) throw invalid(field, 'Ids must be whole numbers.')
  return [...new Set(ids)]
}
