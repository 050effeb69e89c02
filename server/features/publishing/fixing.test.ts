import { expect, it } from 'vitest'
import { fixOf } from './fixing.ts'

const of = (
  field: string,
  code: Parameters<typeof fixOf>[0]['code'],
  more: Partial<Parameters<typeof fixOf>[0]> = {},
) => {
  const { edits, fixes, remedies } = fixOf({ channel: 'ebay', state: 'blocked', field, code, about: '', ...more })
  return [...remedies, ...(edits === null ? [] : [`of ${edits}`]), ...(fixes === edits ? [] : [`here ${fixes}`])]
}

it('a group is offered what fixes it, and nothing that cannot: a missing value is not mapped, an image is no matter of the listing template', () => {
  expect(of('aspects.Material', 'specific_refused')).toEqual(['values', 'edit', 'template', 'of attr.Material'])
  expect(of('aspects.Material', 'missing_specific')).toEqual(['edit', 'template', 'of attr.Material'])
  expect(of('images', 'picture_missing')).toEqual([])
  expect(of('title', 'title_too_long')).toEqual(['edit', 'template', 'of title'])
  expect(of('condition', 'condition_unknown')[0]).toBe('values')
  expect(of('ebayCategoryIds', 'category_missing')).toEqual(['category'])
})

it('a missing description is written in the group', () =>
  expect(of('description', 'description_missing')).toEqual(['template', 'here description']))

it('no bulk edit is offered of what none changes, and no listing template for what none says', () => {
  expect(of('quantity', 'stock_missing')).toEqual(['edit', 'of quantity'])
  expect(of('weight', null, { channel: 'bigcommerce' })).toEqual(['edit', 'of weight', 'here null'])
})

it('an attribute that a text refers to in vain is what is edited, not the text', () => {
  const empty = (field: string, about: string) => of(field, 'missing_reference', { about })
  expect(empty('description', 'Mount')).toEqual(['edit', 'template', 'of attr.Mount'])
  expect(empty('title', 'Feature 2')[2]).toBe('of attr.Feature 2')
  expect(empty('title', 'Vendor')[2]).toBe('of vendor')
})

it('what is about no field leads to the account before it is sent, and to the listing template once the channel refused it', () => {
  expect(of('', null)).toEqual(['account'])
  expect(of('', null, { state: 'refused' })).toEqual(['template'])
  expect(of('account', null, { state: 'refused' })).toEqual(['account'])
})
