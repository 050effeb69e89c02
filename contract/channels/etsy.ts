import type { Option, Planned } from './describe.ts'
import { named } from './names.ts'

const listed = (values: readonly string[]): readonly Option[] => values.map((value) => ({ value, label: value }))
const decades = ['1990s', '1980s', '1970s', '1960s', '1950s', '1940s', '1930s', '1920s', '1910s', '1900s']

/** LST-242..LST-287. */
export const etsy = {
  ...named.etsy,
  missingTemplate: 'No Listing Templates',
  fields: [
    {
      name: 'taxonomyIds',
      override: 'selectedTaxonomyIds',
      label: 'Category',
      section: 'Category',
      kind: 'category',
      on: ['template', 'product'],
      tree: { lookup: 'taxonomy', id: 'id', name: 'name', children: 'children' },
    },
    { name: 'title', label: 'Title', section: 'Details', kind: 'title', on: ['template', 'product'], chars: 500 },
    { name: 'description', label: 'Description', section: 'Details', kind: 'html', on: ['template', 'product'] },
    {
      name: 'type',
      label: 'Product Type',
      section: 'Details',
      kind: 'choice',
      on: ['template'],
      options: listed(['physical', 'download', 'both']),
    },
    { name: 'materials', label: 'Materials', section: 'Details', kind: 'tags', on: ['template'] },
    {
      name: 'whoMade',
      label: 'Who Made',
      section: 'Details',
      kind: 'choice',
      on: ['template'],
      options: listed(['i_did', 'someone_else', 'collective']),
    },
    {
      name: 'whenMade',
      label: 'When Made',
      section: 'Details',
      kind: 'choice',
      on: ['template'],
      options: listed([
        'made_to_order',
        '2020_2024',
        '2010_2019',
        '2005_2009',
        'before_2005',
        '2000_2004',
        ...decades,
        '1800s',
        '1700s',
        'before_1700',
      ]),
    },
    {
      name: 'shippingProfileId',
      label: 'Shipping Profile',
      section: 'Shipping and returns',
      kind: 'choice',
      on: ['template', 'integration'],
      asks: { lookup: 'shippingProfiles', value: 'shipping_profile_id', label: ['title'] },
      empty: {
        words: 'No shipping profiles found, Create Etsy Shipping Profiles here',
        url: 'https://www.etsy.com/your/shops/me/tools/shipping-profiles',
      },
    },
    {
      name: 'returnPolicyId',
      label: 'Return Policy',
      section: 'Shipping and returns',
      kind: 'choice',
      on: ['template', 'integration'],
      asks: { lookup: 'returnPolicies', value: 'return_policy_id', label: ['label'] },
      empty: {
        words: 'No return policies. Create Etsy Return Policies here',
        url: 'https://www.etsy.com/your/shops/me/tools/policies',
      },
    },
    {
      name: 'properties',
      label: 'Attributes',
      section: 'Attributes',
      kind: 'attributes',
      on: ['template', 'product'],
      entries: { name: 'propertyName', value: 'values', nameChars: 40 },
    },
  ],
  lookups: {
    taxonomy: { path: '/channels/etsy/taxonomy', summary: "Etsy's category tree" },
    properties: {
      path: '/channels/etsy/taxonomyProperties',
      summary: 'Properties of one category',
      asks: { taxonomyId: 1 },
    },
    propertiesMany: {
      path: '/channels/etsy/taxonomiesProperties',
      summary: 'Properties of several categories',
      asks: { taxonomyIds: 1 },
    },
    shippingProfiles: { path: '/channels/etsy/shopShippingProfiles', summary: 'Shipping profiles on Etsy' },
    returnPolicies: { path: '/channels/etsy/shopReturnPolicies', summary: 'Return policies on Etsy' },
  },
} as const satisfies Planned
