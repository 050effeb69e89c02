export type Values = readonly (readonly [name: string, options: readonly string[]])[]

/** How a channel is asked which values its categories take. */
export interface Taken {
  lookup: string
  /** @param ids of categories, joined by commas */
  query: (ids: string) => Record<string, string>
  /** Attributes with the values that are offered for them. */
  values: (answer: unknown) => Values
}
