import type { Readiness } from '#contract/products/products.ts'
import type { Constraint } from '#contract/templates.ts'
import { withoutTags } from '../html/tags.ts'
import { type Valued, nameKey, valuesOf } from './attributes/values.ts'

export interface Judged extends Valued {
  title: string
  description: string
}
export interface Demand {
  name: string
  constraint: Constraint
}

/** Whether HTML shows any text: tags and blanks alone do not count. */
export const hasText = (html: string) =>
  withoutTags(html)
    .replaceAll(/&nbsp;|&#160;|&#xa0;/gi, ' ')
    .trim() !== ''

/**
 * A product is in error while its title, description or a required attribute is missing, partial while a recommended one is (PRO-197..PRO-199).
 * @returns also the names of what is missing, the required first
 */
export function judge(product: Judged, demands: readonly Demand[]): { readiness: Readiness; missing: string[] } {
  const values = valuesOf(product)
  const lacking = (constraint: Constraint) =>
    demands.filter((d) => d.constraint === constraint && !values.get(nameKey(d.name))?.trim()).map((d) => d.name)
  const needed = [
    ...(product.title.trim() ? [] : ['Title']),
    ...(hasText(product.description) ? [] : ['Description']),
    ...lacking('required'),
  ]
  const wished = lacking('recommended')
  const readiness = needed.length > 0 ? 'error' : wished.length > 0 ? 'partial' : 'ready'
  return { readiness, missing: [...needed, ...wished] }
}
