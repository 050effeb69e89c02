import { expect, it } from 'vitest'
import { mendingOf } from './mending.ts'

const of = (field: string, sentence: string, more: Partial<Parameters<typeof mendingOf>[0]> = {}) => {
  const { edits, remedies } = mendingOf({
    channel: 'ebay',
    state: 'blocked',
    field,
    sentence,
    ...more,
  })
  return [...remedies, ...(edits === null ? [] : [`of ${edits}`])]
}

it('what mends a group is offered, and nothing that cannot: a value that is missing is not mapped, a picture is no matter of the listing template', () => {
  expect(of('aspects.Material', 'eBay doesn’t allow “clay” for Material. Choose a value from the list.')).toEqual([
    'values',
    'edit',
    'template',
    'of attr.Material',
  ])
  expect(of('aspects.Material', 'eBay requires Material in this category.')).toEqual([
    'edit',
    'template',
    'of attr.Material',
  ])
  expect(of('images', 'eBay requires at least 1 image.')).toEqual(['file'])
  expect(of('title', 'eBay titles can have up to 80 characters. This one has 85.')).toEqual([
    'edit',
    'template',
    'of title',
  ])
  expect(of('condition', 'eBay has no condition “Mint”. Choose another.')[0]).toBe('values')
  expect(of('ebayCategoryIds', 'Choose an eBay category.')).toEqual(['category'])
})

it('no bulk edit is offered of what none changes, and no listing template for what none says', () => {
  expect(of('description', 'eBay requires a description.')).toEqual(['file', 'template'])
  expect(of('quantity', 'eBay requires at least 1 unit in stock.')).toEqual(['edit', 'of quantity'])
  expect(of('weight', 'BigCommerce requires a weight.', { channel: 'bigcommerce' })).toEqual(['edit', 'of weight'])
})

it('an attribute that a text refers to in vain is what is edited, not the text', () => {
  expect(of('description', '“Mount” is empty, but the text uses it.')).toEqual(['edit', 'template', 'of attr.Mount'])
  expect(of('title', '“Feature 2”, “Mount” are empty, but the text uses them.')[2]).toBe('of attr.Feature 2')
  expect(of('title', '“Vendor” is empty, but the text uses it.')[2]).toBe('of vendor')
})

it('what is about no field leads to the account before it is sent, and to the listing template once the channel refused it', () => {
  expect(of('', 'Connect eBay again.')).toEqual(['account'])
  expect(of('', 'The seller may not list this.', { state: 'refused' })).toEqual(['template'])
  expect(of('account', 'Complete your seller registration.', { state: 'refused' })).toEqual(['account'])
})
