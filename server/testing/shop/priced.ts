import { afterAll, beforeAll, beforeEach } from 'vitest'
import { standardPricing, type Pricing } from '#contract/channels/pricing.ts'
import { listChangeSets } from '#contract/changes/changes.ts'
import { pricePlan } from '#contract/pricing/pricing.ts'
import { priceJob } from '../../features/listings/pricing/jobs.ts'
import { listingsShop } from './listings.ts'

export const DAY_S = 86_400
export const falling: Partial<Pricing> = {
  price: true,
  basePrice: 90,
  reducePrice: true,
  maxPrice: 120,
  reduceBy: 12.5,
  reduceEvery: 0.5,
}

/** A shop whose clock the test moves on, and whose prices follow schedules. */
export function pricedShop() {
  const { app, sandbox, shop, template, override, change } = listingsShop()
  let ahead = 0
  /** The product's clock goes on. */
  const pass = (days: number) => (ahead += days * DAY_S * 1000)
  beforeAll(() => {
    const { clock } = app().services
    app().services.clock = {
      ...clock,
      now: () => new Date(Date.now() + ahead),
      random: () => clock.random(),
      uuid: () => clock.uuid(),
    }
  })
  beforeEach(() => (ahead = 0))
  afterAll(() => (ahead = 0))

  /** What is due is done and sent; what needs several steps is done step by step. */
  async function work(times = 1) {
    for (let i = 0; i < times; i += 1) {
      await priceJob(app().services, { organizationId: shop().ctx.organizationId })
      await shop().send()
      ahead += 15_000
    }
  }
  const pricesOf = async (sku: string) => (await shop().onChannel('ebay', sku)).map(({ price }) => price)
  const plan = async (productId: number) =>
    (await app().call(pricePlan, { query: { productId, channel: 'ebay' }, as: shop().as })).body.data
  const history = async () =>
    (await app().call(listChangeSets, { query: { limit: 5 }, as: shop().as })).body.data?.data ?? []
  async function live(pricing: Partial<Pricing>, more: object = {}) {
    const product = await shop().product(template(), { price: 100, ...more })
    await override('ebay', product.id, { pricingConfiguration: { ...standardPricing, ...pricing } })
    await shop().list('ebay', product.id)
    return product
  }

  return { app, sandbox, shop, template, override, change, pass, work, pricesOf, plan, history, live }
}
