import type { Access, Built, Option } from './describe.ts'
import { named } from './names.ts'

const decades = ['1990s', '1980s', '1970s', '1960s', '1950s', '1940s', '1930s', '1920s', '1910s', '1900s']
const asWritten = (values: readonly string[]): readonly Option[] => values.map((value) => ({ value, label: value }))

/** A draft is made as if it were one of these; Etsy's own names are what is kept (LST-271..LST-273). */
const types: readonly Option[] = [
  { value: 'physical', label: 'Physical' },
  { value: 'download', label: 'Download' },
  { value: 'both', label: 'Physical and download' },
]
const makers: readonly Option[] = [
  { value: 'i_did', label: 'I did' },
  { value: 'someone_else', label: 'Another company or person' },
  { value: 'collective', label: 'A member of my shop' },
]
/** Etsy renames those with a year every January; what is kept here stays, and goes to Etsy under the name of the day. */
const eras: readonly Option[] = [
  { value: 'made_to_order', label: 'Made to order' },
  { value: '2020_2024', label: '2020 until today' },
  { value: '2010_2019', label: '2010 to 2019' },
  { value: '2005_2009', label: 'Before 2010, less than 20 years ago' },
  { value: 'before_2005', label: 'Vintage: at least 20 years ago' },
  { value: '2000_2004', label: '2000s, at least 20 years ago' },
  ...asWritten([...decades, '1800s', '1700s']),
  { value: 'before_1700', label: 'Before 1700' },
]

/** Etsy’s API doesn’t say who is a trader. Product safety rules ask for operators of traders alone. */
const euSales: readonly Option[] = [
  { value: 'trader', label: 'As a trader' },
  { value: 'private', label: 'As a private seller' },
  { value: 'none', label: 'No sales to the EU' },
]

const valuesIn = (options: readonly Option[]) => options.map(({ value }) => value)

/** What every listing has besides the properties of its category, under numbers of ours (LST-277..LST-285). */
export const etsyDefinitions = [
  { id: 1, name: 'Product Type', required: false, strict: true, options: valuesIn(types), most: 1 },
  { id: 2, name: 'Materials', required: false, strict: false, options: [], most: 10 },
  { id: 3, name: 'Who Made', required: true, strict: true, options: valuesIn(makers), most: 1 },
  { id: 4, name: 'When Made', required: true, strict: true, options: valuesIn(eras), most: 1 },
]

/** LST-242..LST-287. */
export const etsy = {
  ...named.etsy,
  lacks: ['zero'],
  undoing: {
    refund: 'Refund Etsy orders on Etsy. Its API doesn’t support refunds.',
    cancel: 'Cancel Etsy orders on Etsy. Its API doesn’t support cancellations.',
  },
  api: { version: 'v3' },
  docs: 'https://developers.etsy.com/documentation',
  storeId: 'Shop',
  // Lengths and counts that Etsy's description leaves out are those of its help pages.
  limits: { titleChars: 140, descriptionChars: 100_000, images: 20, skuChars: 32, variants: 4900, pieces: 999 },
  needsPicture: true,
  needsCategory: true,
  operatorIds: true,
  shippingHint: 'Etsy emails the buyer whenever you add a tracking number',
  notice:
    "The term 'Etsy' is a trademark of Etsy, Inc. This application uses the Etsy API but is not endorsed or certified by Etsy, Inc.",
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
      standard: 'physical',
      options: types,
    },
    { name: 'materials', label: 'Materials', section: 'Details', kind: 'tags', on: ['template'] },
    {
      name: 'tags',
      label: 'Tags',
      section: 'Details',
      kind: 'tags',
      on: ['template'],
      wide: true,
      blank: "The product's own tags",
    },
    {
      name: 'whoMade',
      label: 'Who Made',
      section: 'Details',
      kind: 'choice',
      on: ['template'],
      options: makers,
    },
    {
      name: 'whenMade',
      label: 'When Made',
      section: 'Details',
      kind: 'choice',
      on: ['template'],
      options: eras,
    },
    {
      name: 'supply',
      label: 'What it is',
      section: 'Details',
      kind: 'choice',
      on: ['template'],
      standard: 'product',
      options: [
        { value: 'product', label: 'A finished product' },
        { value: 'supply', label: 'A supply or tool to make things' },
      ],
    },
    {
      name: 'renewal',
      label: 'Renewal (every four months)',
      section: 'Details',
      kind: 'choice',
      on: ['template'],
      standard: 'automatic',
      options: [
        { value: 'automatic', label: 'Automatic (listing fee applies)' },
        { value: 'manual', label: 'Manual' },
      ],
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
      name: 'processingProfileId',
      label: 'Processing Profile',
      section: 'Shipping and returns',
      kind: 'choice',
      on: ['template', 'integration'],
      asks: { lookup: 'processingProfiles', value: 'readiness_state_id', label: ['label'] },
      empty: {
        words: 'No processing profiles. Create Etsy Processing Profiles here',
        url: 'https://www.etsy.com/your/shops/me/tools/shipping-profiles',
      },
    },
    {
      name: 'euSales',
      label: 'Sales to the EU',
      section: '',
      kind: 'choice',
      on: ['integration'],
      blank: 'Motto checks product safety details for traders.',
      options: euSales,
    },
    {
      name: 'sectionId',
      label: 'Shop Section',
      section: 'Shipping and returns',
      kind: 'choice',
      on: ['template'],
      asks: { lookup: 'sections', value: 'shop_section_id', label: ['title'] },
    },
    {
      name: 'properties',
      label: 'Attributes',
      section: 'Attributes',
      kind: 'attributes',
      on: ['template', 'product'],
      entries: {
        name: 'propertyName',
        value: 'values',
        // Of the product's attributes the name alone says which property is meant.
        filled: { propertyId: 0, scaleId: null, required: false },
        nameChars: 100,
      },
    },
  ],
  lookups: {
    taxonomy: { path: '/channels/etsy/taxonomy', summary: 'Get Etsy’s category tree' },
    properties: {
      path: '/channels/etsy/taxonomyProperties',
      summary: 'List the properties of a category',
      asks: { taxonomyId: 1 },
    },
    propertiesMany: {
      path: '/channels/etsy/taxonomiesProperties',
      summary: 'List the properties of several categories',
      asks: { taxonomyIds: 1 },
    },
    shippingProfiles: { path: '/channels/etsy/shopShippingProfiles', summary: 'List Etsy shipping profiles' },
    returnPolicies: { path: '/channels/etsy/shopReturnPolicies', summary: 'List Etsy return policies' },
    processingProfiles: { path: '/channels/etsy/shopProcessingProfiles', summary: 'List Etsy processing profiles' },
    sections: { path: '/channels/etsy/shopSections', summary: 'List the sections of an Etsy shop' },
  },
} as const satisfies Built

export const etsyAccess = {
  clientId: { setting: 'ETSY_CLIENT_ID', example: '1aa2bb33c44d55eeeeee6fff', sandbox: 'motto-sandbox-etsy' },
  clientSecret: { setting: 'ETSY_CLIENT_SECRET', example: 'a1b2c3d4e5', sandbox: 'sandbox-etsy-secret' },
  secrets: {
    webhooks: {
      setting: 'ETSY_WEBHOOK_SECRET',
      example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      sandbox: 'whsec_bW90dG8tc2FuZGJveC1ldHN5LXdlYmhvb2s=',
    },
  },
  hosts: {
    api: { setting: 'ETSY_API_URL', live: 'https://openapi.etsy.com' },
    web: { setting: 'ETSY_WEB_URL', live: 'https://www.etsy.com' },
  },
} as const satisfies Access
