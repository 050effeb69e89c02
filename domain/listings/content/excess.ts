import type { Ruled } from '../../mappings/dynamic.ts'

/** Where a listing reads or writes more characters than Motto works with: at a dynamic mapping rule, or in a field. */
export type Excess = { rule: string } | { field: string }

/** What rules stopped at. */
export const excessOf = (stopped: Ruled['stopped']): Excess | undefined => stopped && { rule: stopped.mapping.name }

/** @param sku of the product @param labelOf a field's name as sellers see it */
export const excessWords = (
  excess: Excess,
  sku: string,
  labelOf: (field: string) => string = (field) => field,
): string =>
  'rule' in excess
    ? `The rule “${excess.rule}” makes more text for ${sku} than Motto works with. Shorten the rule or the attributes it reads.`
    : `The attributes in ${labelOf(excess.field)} make more text for ${sku} than Motto works with. Use fewer or shorter attributes.`
