import { describe, expect, it } from 'vitest'
import { aspectsOf, isLeaf } from '../../packages/sandbox/ebay/listings/catalog.ts'
import { builtIds } from '#contract/channels/names.ts'
import { planHistory, soldIn } from './history.ts'
import { selling } from './on-channels.ts'
import { kinds, planProducts, sizes } from './plan.ts'

const products = planProducts(sizes.full)
const until = new Date('2026-11-21T12:00:00Z')
const history = planHistory(products, sizes.full.orders, until)
const skus = products.flatMap(({ sku, variations }) => [sku, ...variations.map((v) => v.sku)])
const twice = (of: readonly string[]) => of.filter((item, at) => of.indexOf(item) !== at)

describe("the demo's products", () => {
  it('are as many as promised, the same each time, with SKUs of their own', () => {
    expect([products.length, products.filter(({ channels }) => channels.length > 0).length]).toEqual([300, 240])
    expect(planProducts(sizes.full)).toEqual(products)
    expect(twice(skus)).toEqual([])
  })

  it('have titles that eBay takes, but for one that it is to refuse', () => {
    expect(products.filter(({ title }) => title.length > 80)).toHaveLength(1)
  })

  it.each(kinds)('$name stand in a leaf of the tree and fill what it requires', ({ id, categoryId }) => {
    expect(isLeaf(categoryId)).toBe(true)
    const needed = aspectsOf(categoryId)
      .filter((a) => a.aspectConstraint.aspectRequired)
      .map((a) => a.localizedAspectName)
    const listed = products.filter(({ kind, channels }) => kind.id === id && channels.includes('ebay'))
    const lacking = listed.filter(({ attributes, variations, vendor }) => {
      const filled: Record<string, string> = {
        Brand: vendor,
        ...attributes,
        ...(variations.length ? { Size: 'S' } : {}),
      }
      return needed.some((name) => !filled[name])
    })
    expect(lacking).toHaveLength(id === 'lens' ? 1 : 0) // one lens is to be refused
  })
})

describe("the demo's year of orders", () => {
  const orders = history.map(({ order }) => order)

  it('lies within the year before, oldest first', () => {
    const times = orders.map(({ orderDate }) => orderDate.getTime())
    expect(times.every((time) => time < until.getTime() && time > until.getTime() - 367 * 86_400_000)).toBe(true)
    expect(Math.min(...times)).toBeLessThan(until.getTime() - 330 * 86_400_000)
  })

  it('is one of every channel with buyers, and each sells a thing today as well', () => {
    const oldest = (channel: string) =>
      Math.min(...history.filter((past) => past.channel === channel).map(({ order }) => order.orderDate.getTime()))
    const buyers = builtIds.filter((id) => id !== 'csv')
    expect(selling.toSorted()).toEqual(buyers.toSorted())
    for (const id of selling) {
      expect([id, oldest(id) < until.getTime() - 330 * 86_400_000]).toEqual([id, true])
      const offered = products.filter(({ channels, quantity }) => channels.includes(id) && quantity > 4)
      expect([id, offered.length > 0]).toEqual([id, true])
    }
  })

  it('names each order once, and sells what there is', () => {
    expect(twice(orders.map(({ externalOrderId }) => externalOrderId))).toEqual([])
    expect(orders.flatMap(({ lines }) => lines).filter(({ sku }) => !skus.includes(sku))).toEqual([])
    expect(orders.filter(({ lines }) => lines.length === 0)).toEqual([])
  })

  it('adds up', () => {
    expect(orders.filter((o) => o.subtotal + o.shippingCost + o.taxAmount !== o.totalAmount)).toEqual([])
    const pieces = orders
      .filter(({ cancelled }) => !cancelled)
      .flatMap(({ lines }) => lines.map(({ quantity }) => quantity))
    expect([...soldIn(history).values()].reduce((a, b) => a + b, 0)).toBe(pieces.reduce((a, b) => a + b, 0))
  })
})
