import { nameKey } from '#domain/products/attributes/values.ts'
import type { DraftVariation } from '../page/draft.ts'

/** A variation's value for an attribute, as it was typed; '' for none. */
export const valueOf = (variation: DraftVariation, name: string): string =>
  variation.attributes.find((a) => nameKey(a.name) === nameKey(name))?.value ?? ''
