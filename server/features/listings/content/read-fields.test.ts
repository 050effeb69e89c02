import { expect, it } from 'vitest'
import { channelOf } from '#channels/registry.ts'
import { builtDescription } from '#contract/channels/all.ts'
import { readFields } from './read-fields.ts'

const read = (channel: 'ebay' | 'etsy', fields: Record<string, unknown>) =>
  readFields(channelOf(channel), builtDescription(channel)?.fields ?? [], fields)

it('a value that a reference made too long is told in plain words, and no other field is blank because of it', () => {
  const { fields, problems } = read('ebay', { ebayCategoryIds: '31388', subtitle: 'x'.repeat(56), locationId: 'shed' })
  expect(problems).toEqual({
    subtitle: 'eBay allows up to 55 characters here, including inserted attributes. Shorten the text.',
  })
  expect(fields).toMatchObject({ ebayCategoryIds: '31388', subtitle: '', locationId: 'shed' })
})

it('of a list only the attribute that is too long is left out, and named', () => {
  const name = 'x'.repeat(101)
  const properties = [
    { propertyName: name, values: 'Red' },
    { propertyName: 'Color', values: 'Red' },
  ]
  const { fields, problems } = read('etsy', { taxonomyIds: '1', properties })
  expect(Object.keys(problems)).toEqual([`properties.${name}`])
  expect(fields).toMatchObject({ taxonomyIds: '1', properties: [{ propertyName: 'Color' }] })
})

it("a title is judged by the channel's own rules", () => {
  expect(read('etsy', { taxonomyIds: '1', title: 'x'.repeat(501) })).toMatchObject({
    fields: { taxonomyIds: '1', title: '' },
    problems: {},
  })
})
