import { describe, expect, it } from 'vitest'
import { ebayMakes } from '#contract/channels/ebay-makes.ts'
import { EbaySettings } from '#contract/channels/shapes/ebay.ts'
import { noConnection } from '../../testing/connection.ts'
import type { EbayConnection } from '../calls.ts'
import { make, policies } from './make.ts'

const offered = (field: string, name: string) =>
  (ebayMakes[field]?.asks.find((ask) => ask.name === name)?.options ?? []).map(({ value, label }) => [value, label])

describe('what can be made on eBay', () => {
  it('a location of any name, each under a key of its own that eBay takes', async () => {
    const c: EbayConnection = {
      ...noConnection,
      origins: { api: 'http://ebay.test', apiz: 'http://ebay.test', web: 'http://ebay.test' },
      settings: EbaySettings.parse({}),
      http: async () => ({ status: 204, headers: {}, body: '' }),
    }
    const keyOf = (name: string) => make(c, 'locationId', { name, country: 'US', city: 'Portland' })
    expect(await keyOf('North Hall')).toBe('motto-north-hall')
    expect(await keyOf('Café')).toBe('motto-cafe')
    const names = [
      'Склад',
      'Магазин',
      '倉庫',
      '店',
      'Store 倉庫',
      'Store',
      `${'Long hall '.repeat(4)}A`,
      `${'Long hall '.repeat(4)}B`,
    ]
    const keys = []
    for (const name of names) keys.push(await keyOf(name))
    expect(new Set(keys).size).toBe(names.length)
    for (const key of keys) expect(key).toMatch(/^motto-[a-z0-9-]{1,30}$/)
    expect(await keyOf('Склад'), 'a try whose answer was lost').toBe(keys[0])
  })

  it.each([
    [25803, 'There is one of this name.', 'name'],
    [20400, 'There is one of this name.', 'name'],
    [25801, 'Missing field country.', 'postalCode'],
    [25802, 'Input error.', 'postalCode'],
    [25999, 'Something else.', undefined],
  ])('a refusal %i (%s) stands at its question', async (errorId, message, field) => {
    const c: EbayConnection = {
      ...noConnection,
      origins: { api: 'http://ebay.test' },
      settings: EbaySettings.parse({}),
      http: async () => ({ status: 400, headers: {}, body: { errors: [{ errorId, message }] } }),
    }
    await expect(make(c, 'locationId', { name: 'Hall', country: 'US', city: 'Portland' })).rejects.toMatchObject({
      message,
      fields: field === undefined ? {} : { [field]: message },
    })
    await expect(make(c, 'locationId', { name: 'Hall', country: 'US' })).rejects.toMatchObject({
      fields: { postalCode: 'Enter a postal code or city.' },
    })
  })

  it('a seller without business policies is told where to switch them on', async () => {
    const message = 'User is not eligible for Business Policy.'
    const c: EbayConnection = {
      ...noConnection,
      origins: { api: 'http://ebay.test' },
      settings: EbaySettings.parse({}),
      http: async () => ({ status: 400, headers: {}, body: { errors: [{ errorId: 20403, message }] } }),
    }
    await expect(make(c, 'returnPolicyId', { name: 'Returns', days: '0' })).rejects.toMatchObject({
      message: expect.stringContaining('Turn them on below'),
    })
  })

  it('LST-205 LST-206 LST-207 returns: within 14, 30 or 60 days, at whose cost, and what buyers get back', () => {
    expect(offered('returnPolicyId', 'days').map(([days]) => days)).toEqual(['14', '30', '60', '0'])
    expect(offered('returnPolicyId', 'payer').map(([, label]) => label)).toEqual(['Buyer', 'Free for buyer (you pay)'])
    expect(offered('returnPolicyId', 'refund').map(([, label]) => label)).toEqual([
      'Money back',
      'Money back or replacement',
    ])
    expect(policies.return({ days: '14', payer: 'SELLER', refund: 'REPLACEMENT' }, 'USD')).toEqual({
      returnsAccepted: true,
      refundMethod: 'MONEY_BACK',
      returnMethod: 'REPLACEMENT',
      returnPeriod: { unit: 'DAY', value: 14 },
      returnShippingCostPayer: 'SELLER',
    })
    expect(policies.return({ days: '60', payer: 'BUYER', refund: 'MONEY_BACK' }, 'USD')).not.toHaveProperty(
      'returnMethod',
    )
    expect(policies.return({ days: '0' }, 'USD')).toEqual({ returnsAccepted: false })
  })

  it('LST-209 handling: the same day, 1 to 7, 10, 15, 20, 30 and 40 business days', () => {
    const labels = offered('fulfillmentPolicyId', 'handlingDays').map(([, label]) => label)
    expect(labels[0]).toBe('Same business day')
    expect(labels.slice(1).map((label) => Number.parseInt(String(label), 10))).toEqual([
      1, 2, 3, 4, 5, 6, 7, 10, 15, 20, 30, 40,
    ])
    expect(labels.slice(1).every((label) => /^\d+ business days?$/.test(String(label)))).toBe(true)
  })

  it('LST-208 shipping: flat, calculated, as freight, or none', () => {
    expect(offered('fulfillmentPolicyId', 'costType').map(([, label]) => label)).toEqual([
      'Flat',
      'Calculated',
      'Freight (over 150 lbs)',
      'No Shipping (local pickup)',
    ])
    const made = (answers: Record<string, string>) => policies.fulfillment({ handlingDays: '2', ...answers }, 'USD')
    const handlingTime = { unit: 'DAY', value: 2 }
    const service = { sortOrder: 1, shippingServiceCode: 'UPSGround' }
    expect(made({ costType: 'FLAT_RATE', service: 'UPSGround', cost: '4,99' })).toEqual({
      handlingTime,
      shippingOptions: [
        {
          optionType: 'DOMESTIC',
          costType: 'FLAT_RATE',
          shippingServices: [{ ...service, freeShipping: false, shippingCost: { value: '4.99', currency: 'USD' } }],
        },
      ],
    })
    expect(made({ costType: 'CALCULATED', service: 'UPSGround', cost: '' })).toEqual({
      handlingTime,
      shippingOptions: [{ optionType: 'DOMESTIC', costType: 'CALCULATED', shippingServices: [service] }],
    })
    expect(made({ costType: 'FREIGHT' })).toEqual({ handlingTime, freightShipping: true })
    expect(made({ costType: 'PICKUP' })).toEqual({ handlingTime, localPickup: true })
    expect(() => made({ costType: 'FLAT_RATE', cost: '1' })).toThrow('Choose a shipping service.')
    expect(() => made({ costType: 'FLAT_RATE', service: 'UPSGround', cost: 'dear' })).toThrow(
      'Enter an amount like 4.99',
    )
  })
})
