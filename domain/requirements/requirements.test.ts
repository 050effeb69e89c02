import { describe, expect, it } from 'vitest'
import { type CategoryRules, categoryChanges, fieldsOf, removedChoices } from './changes.ts'
import { datedRules } from '#contract/channels/dated-rules.ts'
import { daysUntil, isAbout, rulesFor } from './dated.ts'

const rules = (more: Partial<CategoryRules> = {}): CategoryRules => ({
  isRemoved: false,
  required: ['Brand'],
  values: { Size: 'a1' },
  conditions: ['New', 'Used'],
  descriptors: [],
  needsManufacturer: false,
  ...more,
})

describe('what changed in a category overnight', () => {
  it.each<[string, Partial<CategoryRules>, string[]]>([
    ['nothing', {}, []],
    ['an attribute that is required', { required: ['Brand', 'Size'] }, ['attribute_required Size']],
    ['an attribute that is required no more', { required: [] }, []],
    ['another list of values', { values: { Size: 'b2' } }, ['values_changed Size']],
    ['an attribute that takes listed values from now on', { values: { Size: 'a1', Fit: 'c' } }, ['values_changed Fit']],
    ['a condition that is no longer taken', { conditions: ['New'] }, ['condition_removed Used']],
    ['no list of conditions any more', { conditions: null }, []],
    ['more to say of the condition', { descriptors: ['Grade'] }, ['descriptor_required Grade']],
    ['a manufacturer', { needsManufacturer: true }, ['manufacturer_required ']],
    ['the category is gone', { isRemoved: true, required: [] }, ['category_removed ']],
  ])('%s', (_, more, changes) => {
    expect(categoryChanges(rules(), rules(more)).map(({ kind, name }) => `${kind} ${name}`)).toEqual(changes)
  })
  it('a category that was gone yesterday is no news', () => {
    expect(categoryChanges(rules({ isRemoved: true }), rules({ isRemoved: true }))).toEqual([])
  })
  it('an option that is gone is told by its name', () => {
    expect(removedChoices({ 1: 'Post', 2: '' }, { 3: 'Other' })).toEqual([
      { kind: 'choice_removed', name: 'Post' },
      { kind: 'choice_removed', name: '2' },
    ])
  })
  it('a change is looked for at the field where the listing check names it', () => {
    const names = { category: 'ebayCategoryIds', attributes: 'aspects' }
    expect(fieldsOf({ kind: 'attribute_required', name: 'Size' }, '15687', names)).toEqual(['aspects.Size'])
    expect(fieldsOf({ kind: 'category_removed', name: '' }, '15687', names)).toEqual(['ebayCategoryIds'])
    expect(fieldsOf({ kind: 'choice_removed', name: 'Post' }, 'fulfillmentPolicyId', names)).toEqual([
      'fulfillmentPolicyId',
    ])
  })
})

describe('rules with a date', () => {
  const ids = (channel: 'ebay' | 'etsy', settings: object) => rulesFor(channel, settings).map(({ id }) => id)
  it('concern the accounts that sell where they apply', () => {
    expect(ids('etsy', { euSales: 'trader' })).toEqual(['etsy_product_safety'])
    expect(ids('etsy', { euSales: 'private' })).toEqual([])
    expect(ids('ebay', { marketplaceId: 'EBAY_DE', euSales: '' })).toContain('ebay_product_safety')
    expect(ids('ebay', { marketplaceId: 'EBAY_DE', euSales: 'private' })).not.toContain('ebay_product_safety')
    expect(ids('ebay', { marketplaceId: 'EBAY_US' })).not.toContain('ebay_product_safety')
  })
  it('each has its day, its source and the fields where the check names what is missing', () => {
    expect(datedRules.filter(({ from }) => !/^\d{4}-\d\d-\d\d$/.test(from))).toEqual([])
    expect(datedRules.filter(({ source }) => !source.url.startsWith('https://'))).toEqual([])
    expect(datedRules.filter(({ fields }) => fields.length === 0)).toEqual([])
    expect(new Set(datedRules.map(({ id }) => id)).size).toBe(datedRules.length)
  })
  it('the days until one are counted in days of UTC', () => {
    expect(daysUntil('2027-02-01', new Date('2027-01-31T23:59:00Z'))).toBe(1)
    expect(daysUntil('2027-02-01', new Date('2027-02-02T00:00:00Z'))).toBe(-1)
  })
  it('a field that ends with a dot stands for all that begin so', () => {
    expect(isAbout(['aspects.'], ['aspects.Size'])).toBe(true)
    expect(isAbout(['aspects.Size'], ['aspects.Size Type'])).toBe(false)
  })
})
