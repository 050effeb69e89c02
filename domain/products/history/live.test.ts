import { describe, expect, it } from 'vitest'
import { emptied, namesOf, skuLock } from './live.ts'

const full = { title: 'Mug', description: '<p>Good.</p>' }

describe('what a listed product may not lose', () => {
  it('is its title and its description, with the channels named', () => {
    expect(emptied(full, { title: ' ', description: '<p><br></p>' }, ['eBay', 'Shopify'])).toEqual({
      title: 'Title is required while this product is live on eBay and Shopify. Enter one, or unlist it first.',
      description:
        'Description is required while this product is live on eBay and Shopify. Enter one, or unlist it first.',
    })
  })
  it('is nothing where it is live nowhere, was empty before, or says something else now', () => {
    expect(emptied(full, { title: '', description: '' }, [])).toEqual({})
    expect(emptied({ title: '', description: '' }, { title: '', description: '' }, ['eBay'])).toEqual({})
    expect(emptied(full, { title: 'Cup', description: 'Fine.' }, ['eBay'])).toEqual({})
  })
})

describe('a SKU', () => {
  it('may change while no channel and no order knows it', () => {
    expect(skuLock([], false)).toBe('')
    expect(skuLock([], true)).toBe('This SKU is used in orders, so it can’t be changed.')
    expect(skuLock(['eBay'], true)).toBe('This SKU is in use on eBay. Unlist the product first.')
  })
})

it('names stand beside each other as one says them', () => {
  expect([namesOf(['eBay']), namesOf(['eBay', 'Etsy']), namesOf(['eBay', 'Etsy', 'Shopify'])]).toEqual([
    'eBay',
    'eBay and Etsy',
    'eBay, Etsy and Shopify',
  ])
})
