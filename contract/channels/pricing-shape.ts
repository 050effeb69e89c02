import { z } from 'zod'
import { type Pricing as PricingFields, standardPricing as standard } from './pricing.ts'

const number = z.number('Enter a number.')
/** LST-239: what follows the point is cut off. */
const whole = z.number('Enter a whole number.').overwrite(Math.trunc)

/** LST-214..LST-229. What is left out is off, and has its standard value. */
export const Pricing = z.object({
  price: z.boolean().default(standard.price),
  basePrice: number.default(standard.basePrice),
  reducePrice: z.boolean().default(standard.reducePrice),
  maxPrice: number.default(standard.maxPrice),
  reduceBy: number.default(standard.reduceBy),
  reduceEvery: number.default(standard.reduceEvery),
  lastReduced: z.string().max(40).default(standard.lastReduced),
  listAuction: z.boolean().default(standard.listAuction),
  startPrice: number.default(standard.startPrice),
  buyItNowPrice: number.default(standard.buyItNowPrice),
  auctionLength: number.default(standard.auctionLength),
  startDay: z.string().max(20).default(standard.startDay),
  startTime: z.string().max(20).default(standard.startTime),
  relistAuction: whole.default(standard.relistAuction),
  relist: z.boolean().default(standard.relist),
  relistEvery: whole.default(standard.relistEvery),
}) satisfies z.ZodType<PricingFields>
