/** What of a product its attributes' values are read from. */
export interface Valued {
  attributes: readonly { name: string; value: string }[]
  vendor?: string
  location?: string
  warehouse?: string
  bin?: string
}

/** Attribute names are the same whatever their case and the spaces around them. */
export const nameKey = (name: string) => name.trim().toLowerCase()

/** The value of every attribute by `nameKey`. The built-in ones with a field of their own take it, when it is filled. */
export function valuesOf({
  attributes,
  vendor = '',
  location = '',
  warehouse = '',
  bin = '',
}: Valued): Map<string, string> {
  const values = new Map<string, string>()
  for (const attribute of attributes) values.set(nameKey(attribute.name), attribute.value)
  if (vendor.trim()) values.set('vendor', vendor)
  if (location.trim()) values.set('location', location)
  if (warehouse.trim()) values.set('warehouse', warehouse)
  if (bin.trim()) values.set('bin', bin)
  return values
}
