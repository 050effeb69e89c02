/** What a check of the connection needs to make a test product and to leave none behind. */
export interface Trial<F, C, Listing> {
  /** What the test product is there, as a sentence. */
  makes: string
  /** Who sees the test product meanwhile, as a sentence; '' where only the seller does. */
  seenBy: string
  /** Changes that a hidden product can't take on this channel, with the reason. */
  lacks?: Partial<Record<'price' | 'sold_out', string>>
  /** The channel's own fields of the test product. */
  fields(c: C): Promise<F>
  /** Deletes the product for good, in whatever state it is. Harmless when it is gone already. */
  remove(c: C, listing: Listing): Promise<void>
}
