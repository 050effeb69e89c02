import type { Ruled } from '../../mappings/dynamic.ts'
import type { Place } from '../../products/attributes/meter.ts'

/** Where a listing reads or writes more characters than Motto works with, or where it took too long. */
export type Excess = (Place | { product: true }) & { isLate?: true }

/** What rules stopped at. */
export const excessOf = (stopped: Ruled['stopped']): Excess | undefined => stopped && { rule: stopped.mapping.name }

/** @param sku of the product @param labelOf a field's name as sellers see it */
export const excessWords = (
  excess: Excess,
  sku: string,
  labelOf: (field: string) => string = (field) => field,
): string => {
  const { isLate } = excess
  if ('rule' in excess)
    return `The rule “${excess.rule}” ${isLate ? `takes too long for ${sku}` : `makes more text for ${sku} than Motto works with`}. Shorten the rule or the attributes it reads.`
  if ('field' in excess)
    return `The attributes in ${labelOf(excess.field)} ${isLate ? `take too long for ${sku}` : `make more text for ${sku} than Motto works with`}. Use fewer or shorter attributes.`
  return `The listing of ${sku} takes too long to put together. Shorten its rules or its attributes.`
}
