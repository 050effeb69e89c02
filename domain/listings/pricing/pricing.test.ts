import { describe, expect, it } from 'vitest'
import { ebay } from '#contract/channels/ebay.ts'
import { EbaySchema } from '#contract/channels/shapes/ebay.ts'
import { type Pricing, standardPricing } from '#contract/channels/pricing.ts'
import { chanceOf } from '../../testing/stock/time.ts'
import { exampleOf, stepWords } from './words.ts'
import {
  MOST_ASKED,
  afterStep,
  askedAfter,
  askedNow,
  atStart,
  neverFalls,
  unlikely,
  nextStep,
  planOf,
  pricingOf,
  unaskable,
} from './pricing.ts'

const of = (more: Partial<Pricing>): Pricing => ({ ...standardPricing, ...more })
const day = (n: number) => new Date(Date.UTC(2026, 10, 1) + n * 86_400_000)
const up = { ...atStart, since: day(0), upSince: day(0) }
const falling = of({ price: true, basePrice: 90, reducePrice: true, maxPrice: 120, reduceBy: 7.5, reduceEvery: 3 })

describe('what a listing asks', () => {
  it.each([
    ['the product’s price while all is off', {}, 0, 19.99],
    ['LST-214 LST-215 the base price, in percents of it', { price: true, basePrice: 110 }, 0, 21.99],
    ['LST-215 no base price while its switch is off', { basePrice: 50 }, 0, 19.99],
    ['LST-216 LST-217 the maximum price first', { ...falling }, 0, 23.99],
    ['LST-218 less by a part of the product’s price, each time', { ...falling }, 2, 20.99],
    ['its floor, however often it fell', { ...falling }, 9, 17.99],
    ['LST-240 what no bound keeps from it: thirty times the price', { price: true, basePrice: 3000 }, 0, 599.7],
    ['LST-221 LST-222 the start of an auction', { listAuction: true, startPrice: 12.5 }, 3, 2.5],
  ])('LST-241 is %s, rounded to two decimals', (_, input, reductions, expected) => {
    expect(askedNow(1999, of(input), { reductions }) / 100).toBe(expected)
  })

  it('LST-240 what no price can be is said, and every number stays one', () => {
    const huge = of({ price: true, basePrice: 1e300 })
    expect(askedNow(1999, huge, atStart)).toBe(MOST_ASKED)
    expect(unaskable([1999], huge, atStart)).toContain('above the maximum')
    expect(unaskable([1999, 2], of({ price: true, basePrice: 10 }), atStart)).toContain('0 or less')
    expect(unaskable([1999], of({ price: true, basePrice: -10 }), atStart)).toContain('0 or less')
    expect(unaskable([1999], of({ listAuction: true, startPrice: 0 }), atStart)).toContain('0 or less')
    expect(unaskable([1999], of({ listAuction: true, startPrice: 10, buyItNowPrice: 1e300 }), atStart)).toContain(
      'above the maximum',
    )
    // What has no price yet is the channel's to say.
    expect([unaskable([0], of({ price: true }), atStart), unaskable([1999], falling, atStart)]).toEqual([
      undefined,
      undefined,
    ])
  })

  it('LST-241 is rounded once, from the exact percents', () => {
    // 0.1 is no binary fraction: thirty of them in floats fall short of 3.
    expect(
      askedAfter(10_000, of({ price: true, basePrice: 97, reducePrice: true, maxPrice: 100, reduceBy: 0.1 }), 30),
    ).toBe(9700)
  })
})

describe('what happens next', () => {
  it('LST-219 LST-220 falls every so many days from when it was listed, and from when it fell last', () => {
    expect(nextStep(falling, up)).toEqual({ act: 'reduce', at: day(3) })
    expect(nextStep(falling, { ...up, reductions: 1, lastReduced: day(5) })).toEqual({ act: 'reduce', at: day(8) })
    expect(nextStep(falling, { ...up, reductions: 4, lastReduced: day(12) })).toBeNull()
    expect(nextStep(falling, atStart)).toBeNull()
  })

  it('LST-228 LST-229 lists anew after so many days, and counts from then; the price falls on meanwhile', () => {
    const both = { ...falling, relist: true, relistEvery: 4 }
    const days = planOf(10_000, both, up, 5).map(({ act, at, price }) => [
      act,
      (at.getTime() - day(0).getTime()) / 86_400_000,
      price,
    ])
    expect(days).toEqual([
      ['reduce', 3, 11_250],
      ['relist', 4, 11_250],
      ['reduce', 6, 10_500],
      ['relist', 8, 10_500],
      ['reduce', 9, 9750],
    ])
  })

  it('LST-224 LST-227 an auction begins again as often as it may, and is over then', () => {
    const auction = of({
      listAuction: true,
      startPrice: 40,
      auctionLength: 5,
      relistAuction: 1,
      reducePrice: true,
      relist: true,
    })
    expect(planOf(10_000, auction, up, 9)).toEqual([
      { act: 'again', at: day(5), price: 4000 },
      { act: 'stop', at: day(10), price: 4000 },
    ])
  })

  it('LST-240 never falls before its days are over, though they be more than a calendar has; nor more than once an hour', () => {
    const slow = { ...falling, reduceEvery: 1e9 }
    expect(nextStep(slow, up)).toEqual({ act: 'reduce', at: day(36_500) })
    expect(planOf(10_000, { ...slow, relist: true, relistEvery: 1e300 }, up, 2).map(({ at }) => at)).toEqual([
      day(36_500),
      day(36_500),
    ])
    expect(nextStep({ ...falling, reduceEvery: 1e-9 }, up)).toEqual({ act: 'reduce', at: day(1 / 24) })
  })

  it('what was late falls once, and its days count from then', () => {
    const late = afterStep(up, 'reduce', day(30))
    expect([late.reductions, nextStep(falling, late)]).toEqual([1, { act: 'reduce', at: day(33) }])
  })

  it('for any pricing: no step before its days are over, no price below the floor, none above the maximum', () => {
    const { next: random } = chanceOf(46)
    for (let n = 0; n < 500; n += 1) {
      const between = (least: number, most: number) => Math.round((least + random() * (most - least)) * 10) / 10
      const c = of({
        price: random() < 0.7,
        basePrice: between(-20, 130),
        reducePrice: true,
        maxPrice: between(50, 200),
        reduceBy: between(-1, 20),
        reduceEvery: between(0, 9),
        relist: random() < 0.5,
        relistEvery: Math.floor(between(0, 12)),
      })
      const floor = c.price ? c.basePrice : 100
      const steps = planOf(10_000, c, up, 40)
      const falls = steps.filter(({ act }) => act === 'reduce')
      const most = Math.max(0, Math.ceil(Math.round((c.maxPrice - floor) * 10) / Math.round(c.reduceBy * 10)))
      if (c.reduceBy > 0 && c.reduceEvery > 0 && steps.length < 40) expect(falls, JSON.stringify(c)).toHaveLength(most)
      if (!(c.reduceBy > 0 && c.reduceEvery > 0)) expect(falls).toEqual([])
      for (const [i, { at, price }] of falls.entries()) {
        expect(at.getTime() - (falls[i - 1]?.at ?? day(0)).getTime()).toBeCloseTo(c.reduceEvery * 86_400_000, -1)
        expect(price).toBe(0 + Math.max(Math.round(floor * 100), Math.round((c.maxPrice - (i + 1) * c.reduceBy) * 100)))
      }
    }
  })

  it.each([
    [{ reducePrice: true, maxPrice: 100 }, 'Raise Max Price above 100%'],
    [{ reducePrice: true, maxPrice: 120, reduceBy: 0 }, 'because Reduce By is 0'],
    [{ reducePrice: true, maxPrice: 120, reduceEvery: 0 }, 'because Reduce Every is 0 days'],
    [{ reducePrice: true, price: true, basePrice: 120, maxPrice: 120 }, 'Max Price isn’t above Base Price'],
  ])('says why a price never falls: %j', (input, why) => {
    expect(neverFalls(of(input))).toContain(why)
    expect(planOf(10_000, of(input), up, 3)).toEqual([])
  })

  it.each([
    [{ price: true, basePrice: 1e9 }, 'Base Price is 1,000,000,000%, which is 10,000,000 times'],
    [{ reducePrice: true, maxPrice: 1200 }, 'Max Price is 1,200%, which is 12 times'],
    [{ listAuction: true, startPrice: 5000 }, 'Start Price is 5,000%'],
    [{ listAuction: true, buyItNowPrice: 1000.5 }, 'Buy It Now Price is 1,000.5%'],
  ])('LST-240 tells of percents that are hardly meant, without a bound: %j', (input, words) => {
    expect(unlikely(of(input))).toContain(words)
    const off = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== true))
    expect(unlikely(of(off))).toBe('')
    expect(unlikely(of({ price: true, basePrice: 1000, reducePrice: true, maxPrice: 1000 }))).toBe('')
  })
})

describe('what is shown before', () => {
  const money = (n: number) => `$${(n / 100).toFixed(2)}`
  it('LST-237 shows what becomes of a $100 product', () => {
    expect(exampleOf(falling, money)).toEqual([
      'Listed at $120.00, falling to $90.00 at the lowest',
      'After 3 days: $112.50',
      'After 6 days: $105.00',
      'After 9 days: $97.50',
      'After 12 days: $90.00',
    ])
    expect(exampleOf(of({ price: true, basePrice: 95 }), money)).toEqual(['Listed at $95.00'])
  })

  it('LST-223 LST-237 shows an auction with what ends it at once, where that is above its start', () => {
    const auction = of({ listAuction: true, startPrice: 50, buyItNowPrice: 130, auctionLength: 1, relistAuction: 1 })
    expect(exampleOf(auction, money)).toEqual([
      'An auction of 1 day from $50.00, or $130.00 at once',
      'After 1 day: auction restarts at $50.00',
      'After 2 days: auction ends',
    ])
    expect(exampleOf({ ...auction, buyItNowPrice: 50, relistAuction: 0 }, money)[0]).toBe(
      'An auction of 1 day from $50.00',
    )
    expect(stepWords('relist', '$9.00')).toBe('relisted at $9.00')
  })
})

describe('where it is kept', () => {
  it('LST-241 on the eBay schema, and as an override on the listing; null where all is off', () => {
    const schema = {
      name: 'Default',
      fields: EbaySchema.parse({ pricingConfiguration: { price: true, basePrice: 80 } }),
    }
    expect(pricingOf(ebay.fields, { schema, overrides: {} })).toMatchObject({ price: true, basePrice: 80 })
    expect(pricingOf(ebay.fields, { schema, overrides: { pricingConfiguration: null } })).toMatchObject({
      basePrice: 80,
    })
    expect(pricingOf(ebay.fields, { schema, overrides: { pricingConfiguration: { relist: true } } })).toMatchObject({
      price: false,
      relist: true,
    })
    expect(
      pricingOf(ebay.fields, { schema: { name: 'Default', fields: EbaySchema.parse({}) }, overrides: {} }),
    ).toBeNull()
  })

  it('LST-214 LST-216 LST-217 LST-218 LST-219 LST-220 LST-221 LST-222 LST-223 LST-224 LST-225 LST-226 LST-227 LST-228 LST-229 LST-238 carries every part, numbers as decimals', () => {
    const whole: Pricing = {
      price: true,
      basePrice: 99.5,
      reducePrice: true,
      maxPrice: 130.25,
      reduceBy: 2.5,
      reduceEvery: 1.5,
      lastReduced: '2026-11-01T00:00:00.000Z',
      listAuction: true,
      startPrice: 0.5,
      buyItNowPrice: 150.75,
      auctionLength: 3,
      startDay: 'Thursday',
      startTime: '19:00',
      relistAuction: 2,
      relist: true,
      relistEvery: 30,
    }
    expect(EbaySchema.parse({ pricingConfiguration: whole }).pricingConfiguration).toEqual(whole)
  })

  it('LST-239 LST-240 counts are whole, and nothing is bounded', () => {
    const { pricingConfiguration } = EbaySchema.parse({
      pricingConfiguration: { relistAuction: 2.9, relistEvery: -7.5, basePrice: -1e9, maxPrice: 1e12 },
    })
    expect(pricingConfiguration).toMatchObject({ relistAuction: 2, relistEvery: -7, basePrice: -1e9, maxPrice: 1e12 })
    expect(EbaySchema.safeParse({ pricingConfiguration: { maxPrice: 'much' } }).success).toBe(false)
  })
})
