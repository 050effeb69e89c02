/** An attribute that products are filtered by, as addresses hold it in JSON. */
export interface AttributeChoice {
  name: string
  values: string[]
  /** Left out: products that have one of the values. */
  action?: 'not in'
}
/** The attributes of an address; what is none is left out. */
export function attributesOf({ attributes }: { attributes?: string | undefined }): AttributeChoice[] {
  if (!attributes) return []
  try {
    const read: unknown = JSON.parse(attributes)
    if (!Array.isArray(read)) return []
    return read
      .flatMap((choice: Partial<AttributeChoice> | null) =>
        typeof choice?.name === 'string' && choice.name && Array.isArray(choice.values)
          ? [
              {
                name: choice.name,
                values: choice.values.filter((v) => typeof v === 'string' && v !== ''),
                ...(choice.action === 'not in' && { action: choice.action }),
              },
            ]
          : [],
      )
      .filter(({ values }) => values.length > 0)
  } catch {
    return []
  }
}
