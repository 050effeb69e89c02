import { nameKey } from '#domain/products/attributes/values.ts'

/** Where a value of a product is filled in on its page, as the address names it (PRO-149). */
const ownFields = new Set(['title', 'description', 'vendor', 'location', 'warehouse', 'bin'])
export const placeOf = (name: string): string => (ownFields.has(nameKey(name)) ? nameKey(name) : `attribute-${name}`)
