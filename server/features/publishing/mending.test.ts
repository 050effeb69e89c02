import { expect, it } from 'vitest'
import { mendingOf } from './mending.ts'

it('what mends a group is offered, and nothing that cannot: a value that is missing is not mapped, a picture is no matter of the listing template', () => {
  const of = (field: string, reason: string) => mendingOf({ channel: 'ebay', field, reason }).remedies
  expect(of('aspects.Material', 'eBay does not take "clay" for Material. Choose one of its values.')[0]).toBe('values')
  expect(of('aspects.Material', 'eBay needs Material in this category.')).toEqual(['edit', 'template'])
  expect(of('images', 'eBay needs at least one picture.')).toEqual(['file'])
  expect(of('title', 'eBay takes # characters; this title has #.')).toEqual(['edit', 'template'])
  expect(of('ebayCategoryIds', 'Choose an eBay category.')).toEqual(['category'])
})
