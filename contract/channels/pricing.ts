/*
 * How a listing's price becomes of its product's: plain data, without zod, so that a page that only draws it need not load the contract.
 */

/** Percents are of the product's price; nothing is bounded (LST-240). A part counts while its switch is on. */
export interface Pricing {
  /** Whether the listing asks `basePrice` percent; else it asks the product's price. Prices that fall end there. */
  price: boolean
  basePrice: number
  /** Whether the price begins at `maxPrice` and falls by `reduceBy` every `reduceEvery` days. */
  reducePrice: boolean
  maxPrice: number
  reduceBy: number
  reduceEvery: number
  /** When it fell last, ISO 8601; '' before. */
  lastReduced: string
  /** Whether it is an auction, of `auctionLength` days. */
  listAuction: boolean
  startPrice: number
  buyItNowPrice: number
  auctionLength: number
  /** Kept for files that carry them: an auction begins when it is listed. */
  startDay: string
  startTime: string
  /** How often one that is over is listed again. */
  relistAuction: number
  /** Whether what is listed at a price is listed anew every `relistEvery` days. */
  relist: boolean
  relistEvery: number
}

export const standardPricing: Pricing = {
  price: false,
  basePrice: 100,
  reducePrice: false,
  maxPrice: 120,
  reduceBy: 5,
  reduceEvery: 7,
  lastReduced: '',
  listAuction: false,
  startPrice: 50,
  buyItNowPrice: 100,
  auctionLength: 7,
  startDay: '',
  startTime: '',
  relistAuction: 0,
  relist: false,
  relistEvery: 30,
}

/** Days that an auction of eBay may take. */
export const auctionDays = [1, 3, 5, 7, 10, 21, 30] as const
