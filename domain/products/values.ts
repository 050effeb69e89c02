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
  const values = new Map(attributes.map((a) => [nameKey(a.name), a.value]))
  for (const [name, value] of Object.entries({ vendor, location, warehouse, bin }))
    if (value.trim()) values.set(name, value)
  return values
}
