/** What the channel takes for listing, known before. */
export interface Cost {
  /** Minor units. */
  amount: number
  currency: string
  /** In a few words: `Listing fee, for four months`. */
  why: string
}
