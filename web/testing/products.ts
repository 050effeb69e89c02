import type { CallReply } from '#contract/endpoint.ts'
import { blankFields } from '#contract/products/fields.ts'
import type { listProducts } from '#contract/products/products.ts'

/* Products as lists get them. One product with all its parts is in `listings.ts`. */

export type ProductRow = CallReply<typeof listProducts>['data'][number]

export const aProductRow = (over: Partial<ProductRow> = {}): ProductRow => ({
  id: 12,
  ...blankFields,
  sku: 'TEE-1',
  templateId: 7,
  templateName: 'Shirts',
  title: 'Washed linen shirt',
  description: '',
  condition: 'New',
  tags: '',
  price: 20,
  cost: 8,
  quantity: 5,
  reservedQuantity: 0,
  sold: 0,
  bundled: null,
  variations: 0,
  images: [],
  attributes: [],
  sizeAndWeight: {},
  listedOn: [],
  listings: [],
  status: 'ready',
  readiness: 'ready',
  active: true,
  version: 1,
  createdAt: '2026-03-01T10:00:00.000Z',
  updatedAt: '2026-03-01T10:00:00.000Z',
  ...over,
})

/** A page of a list that holds these rows alone. */
export const pageWith = <T>(...data: T[]): { data: T[]; items: number } => ({ data, items: data.length })
