import type { ChannelId } from '#contract/channels/ids.ts'
import type { CallReply } from '#contract/endpoint.ts'
import { blankFields } from '#contract/products/fields.ts'
import type { listingChannels, listListingProducts } from '#contract/listings/listings.ts'
import type { listingPrices } from '#contract/pricing/pricing.ts'
import type { getProduct } from '#contract/products/products.ts'
import type { getTemplate } from '#contract/templates.ts'

/* What the server answers about a template and a product of it, for tests of pages; each as far as they look at it. */

type Panels = CallReply<typeof listingChannels>
type Panel = NonNullable<Panels[keyof Panels]>
type Listing = CallReply<typeof listListingProducts>[number]
type Schema = NonNullable<Panel['listingTemplate']>['schemas'][number]
export type Product = CallReply<typeof getProduct>
export type Template = CallReply<typeof getTemplate>

const day = '2026-03-01T10:00:00.000Z'

export const aSchema = (over: Partial<Schema> = {}): Schema => ({
  id: 'default',
  name: 'Default',
  details: '',
  ...over,
})

export const aListing = (channel: ChannelId, over: Partial<Listing> = {}): Listing => ({
  id: 31,
  channel,
  integrationId: 5,
  templateId: 7,
  productId: 12,
  listingTemplateId: 21,
  selectedSchemaId: 'default',
  schemaOverrides: {},
  listSettings: { list: false, sync: false, syncQuantity: false },
  externalId: '',
  status: 'draft',
  url: '',
  result: null,
  pending: null,
  nextTryAt: null,
  waits: null,
  pushedQuantity: null,
  pushedAt: null,
  listedAt: null,
  version: 'first',
  ...over,
})

/** What a product costs in an account. */
export const anAccountPrice = (
  over: Partial<CallReply<typeof listingPrices>[number]> = {},
): CallReply<typeof listingPrices>[number] => ({
  integrationId: 5,
  channel: 'ebay',
  account: 'Shop',
  authenticated: true,
  currency: 'USD',
  price: 45,
  hasHigher: false,
  problem: '',
  ...over,
})

/** A connected account whose listing template has these schemas; none: it has no listing template. */
export const aPanel = (channel: ChannelId, schemas: Schema[] | null, over: Partial<Panel> = {}): Panel => ({
  integrationId: 5,
  account: 'Shop',
  authenticated: true,
  listingTemplate: schemas && {
    id: 21,
    integrationId: 5,
    clientId: 1,
    templateId: 7,
    channel,
    schemas,
    updatedAt: '2026-11-23T10:00:00.000Z',
  },
  listingProduct: null,
  needsCategory: false,
  there: null,
  defaults: {},
  others: [],
  ...over,
})

export const aProduct = (over: Partial<Product> = {}): Product => ({
  id: 12,
  templateId: 7,
  template: { id: 7, name: 'Shirts' },
  ...blankFields,
  sku: 'TEE-1',
  skuLock: 'free',
  liveOn: [],
  title: 'Washed linen shirt',
  description: '<p>Soft and warm</p>',
  condition: 'New',
  tags: '',
  price: 20,
  cost: 8,
  quantity: 3,
  reservedQuantity: 0,
  onHand: 3,
  sold: 0,
  bundled: null,
  attributes: [],
  images: [],
  variations: [],
  sizeAndWeight: {},
  configuration: {},
  active: true,
  readiness: 'ready',
  missing: [],
  version: 1,
  createdAt: day,
  updatedAt: day,
  ...over,
})

export const aVariation = (over: Partial<Product['variations'][number]> = {}): Product['variations'][number] => ({
  id: 71,
  sku: 'TEE-1-RED',
  name: 'Red',
  skuLock: '',
  barcode: '',
  price: null,
  cost: null,
  quantity: 1,
  reservedQuantity: 0,
  sold: 0,
  images: [],
  selectedImages: [],
  attributes: [],
  ...over,
})

export const aTemplate = (over: Partial<Template> = {}): Template => ({
  id: 7,
  clientId: 1,
  name: 'Shirts',
  details: '',
  notes: '',
  isStock: false,
  tags: '',
  title: '',
  description: '',
  sizeAndWeight: {},
  configuration: {},
  attributes: [],
  variations: [],
  products: 1,
  createdAt: day,
  updatedAt: day,
  ...over,
})

/** What the check before listing answers where nothing is wrong, as far as pages look at it. */
export const checked = {
  errors: {},
  warnings: {},
  costs: [],
  available: 3,
  buffer: 0,
  quantity: 3,
  price: '21.50',
  currency: 'USD',
  own: { price: '20.00', currency: 'USD' },
}
