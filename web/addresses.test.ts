import { describe, expect, expectTypeOf, it } from 'vitest'
import { linkTo, pathOf, toHistory, toPublish } from './addresses.ts'

describe('an address', () => {
  it('may not be any text, which the compiler could not check', () => {
    expectTypeOf<{ to: string }>().not.toExtend<Parameters<typeof linkTo<string, string>>[0]>()
    expectTypeOf<{ to: '/orders' }>().toExtend<Parameters<typeof linkTo<string, '/orders'>>[0]>()
  })

  it('is read with its parameters, and without an optional one that is not given', () => {
    expect(pathOf(linkTo({ to: '/orders', search: { tags: ['gift'] } }))).toBe('/orders')
    expect(pathOf(toPublish(7, 'ebay', { account: 5 }))).toBe('/product/7/publish/ebay')
    expect(pathOf(toPublish(7))).toBe('/product/7/publish')
    expect(pathOf(linkTo({ to: '/product/sku/$sku', params: { sku: 'A/B' } }))).toBe('/product/sku/A%2FB')
  })

  it('names an optional parameter also where it has no value, so that none is taken from the page with the link', () => {
    expect(Object.keys(toHistory().params ?? {})).toEqual(['changeSetId'])
  })
})
