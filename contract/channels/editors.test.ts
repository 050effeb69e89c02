import { describe, expect, it } from 'vitest'
import { BigCommerceCategory, BigCommerceLocation } from './shapes/bigcommerce.ts'
import { bigcommerce } from './bigcommerce.ts'
import { clover } from './clover.ts'
import { CsvSchema } from './shapes/csv.ts'
import type { Field } from './describe.ts'
import { ebay } from './ebay.ts'
import { EtsyProperty, EtsySchema, etsyReplies } from './shapes/etsy.ts'
import { etsy } from './etsy.ts'
import { shopify } from './shopify.ts'
import { square } from './square.ts'

/** What a template's editor draws: labels and kinds, in order. */
const drawn = (fields: readonly Field[]) =>
  fields.flatMap(({ label, kind, on }) => (on.includes('template') && kind !== 'hidden' ? [[label, kind]] : []))
const paths = (lookups: Readonly<Record<string, { path: string; asks?: object }>>) =>
  Object.values(lookups).map(({ path, asks = {} }) => [path, ...Object.keys(asks)].join(' '))

describe('the editors', () => {
  it('LST-242..LST-249 of Etsy', () => {
    expect(drawn(etsy.fields)).toEqual(
      expect.arrayContaining([
        ['Category', 'category'],
        ['Title', 'title'],
        ['Description', 'html'],
        ['Product Type', 'choice'],
        ['Materials', 'tags'],
        ['Who Made', 'choice'],
        ['When Made', 'choice'],
        ['Shipping Profile', 'choice'],
        ['Return Policy', 'choice'],
        ['Attributes', 'attributes'],
      ]),
    )
  })

  it('LST-274 LST-281 of Etsy takes one Product Type, which is within the 13 that it may', () => {
    const type: Field | undefined = etsy.fields.find(({ name }) => name === 'type')
    expect([type?.kind, type?.options?.length]).toEqual(['choice', 3])
    expect(EtsySchema.safeParse({ type: ['physical', 'download'] }).success).toBe(false)
  })

  it('LST-286 LST-287 of Etsy say where to make what a shop has none of', () => {
    const empty = (name: string) => {
      const field: Field | undefined = etsy.fields.find((candidate) => candidate.name === name)
      return [field?.empty?.words, new URL(field?.empty?.url ?? '').host]
    }
    expect(empty('shippingProfileId')).toEqual([
      'No shipping profiles found, Create Etsy Shipping Profiles here',
      'www.etsy.com',
    ])
    expect(empty('returnPolicyId')).toEqual(['No return policies. Create Etsy Return Policies here', 'www.etsy.com'])
  })

  it('LST-312..LST-316 of BigCommerce', () => {
    expect(drawn(bigcommerce.fields)).toEqual([
      ['Title', 'title'],
      ['Description', 'html'],
      ['Category', 'category'],
      ['Brand', 'text'],
      ['Tags', 'tags'],
      ['Location', 'choice'],
    ])
    expect(bigcommerce.fields.find(({ name }) => name === 'locationId')?.section).toBe('BigCommerce Location')
  })
})

it('a sheet without its spreadsheet is refused', () =>
  expect(CsvSchema.safeParse({ spreadsheets: [{ sheetId: 3 }] }).success).toBe(false))

describe('what channels answer', () => {
  it('LST-262..LST-267 a property of Etsy', () => {
    const property = {
      property_id: 200,
      name: 'Length',
      display_name: 'Length',
      is_required: true,
      scales: [{ scale_id: 5, display_name: 'Inches' }],
      possible_values: [{ value_id: 1, name: '12', scale_id: 5 }],
      max_values_allowed: 3,
    }
    expect(EtsyProperty.parse(property)).toMatchObject(property)
  })

  it('LST-268 LST-269 profiles and policies of Etsy', () => {
    const profile = { shipping_profile_id: '7', title: 'Letters' }
    const policy = {
      return_policy_id: '8',
      accepts_returns: true,
      accepts_exchanges: false,
      return_deadline: 30,
      label: 'Returns',
    }
    expect(etsyReplies.shippingProfiles.parse([profile])).toEqual([profile])
    expect(etsyReplies.returnPolicies.parse([policy])).toEqual([policy])
  })

  it('LST-323 categories and locations of BigCommerce', () => {
    const category = { category_id: '23', name: 'Mugs', label: 'Kitchen > Mugs', children: [] }
    expect(BigCommerceCategory.parse(category)).toEqual(category)
    const location = { id: '1', label: 'Main', isActive: true }
    expect(BigCommerceLocation.parse(location)).toEqual(location)
  })

  it('LST-348 LST-349 LST-357..LST-359 LST-361 LST-362 LST-367..LST-369 LST-371 under these addresses', () => {
    expect(paths(ebay.lookups)).toEqual(
      expect.arrayContaining([
        '/channels/ebay/productAspectsForCategory categoryId',
        '/channels/ebay/productAspectsForCategories categoryIds',
      ]),
    )
    expect(paths(etsy.lookups)).toEqual(
      expect.arrayContaining([
        '/channels/etsy/taxonomy',
        '/channels/etsy/taxonomiesProperties taxonomyIds',
        '/channels/etsy/taxonomyProperties taxonomyId',
        '/channels/etsy/shopShippingProfiles',
        '/channels/etsy/shopReturnPolicies',
      ]),
    )
    expect(paths(shopify.lookups)).toEqual(
      expect.arrayContaining(['/channels/shopify/locations', '/channels/shopify/collections']),
    )
    expect(paths(square.lookups)).toEqual(
      expect.arrayContaining(['/channels/square/categories', '/channels/square/locations']),
    )
    expect(paths(bigcommerce.lookups)).toEqual(
      expect.arrayContaining(['/channels/bigcommerce/categories', '/channels/bigcommerce/locations']),
    )
    expect(paths(clover.lookups)).toContain('/channels/clover/categories')
  })
})
