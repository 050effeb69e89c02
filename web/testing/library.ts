import type { CallReply } from '#contract/endpoint.ts'
import type { availableStockTemplates, listStockTemplates } from '#contract/library.ts'

/* Templates of the library, as the server sends them. */

type StockTemplate = CallReply<typeof listStockTemplates>[number]
type AvailableTemplate = CallReply<typeof availableStockTemplates>['data'][number]
const day = '2026-11-20T10:00:00.000Z'

export const aStockTemplate = (over: Partial<StockTemplate> = {}): StockTemplate => ({
  id: 5,
  name: 'Coffee mugs',
  category: 'Home',
  subCategory: 'Kitchen',
  tags: 'mug,cup',
  channels: ['ebay'],
  allChannels: true,
  valueMapping: true,
  description: 'All about mugs',
  createdAt: day,
  updatedAt: day,
  ...over,
})

/** A template of any organization, as a super-admin sees it. */
export const anAvailableTemplate = (over: Partial<AvailableTemplate> = {}): AvailableTemplate => ({
  id: 1,
  name: 'Mugs',
  details: '',
  clientName: 'Shop',
  createdAt: day,
  isStock: false,
  products: 0,
  inLibrary: false,
  ...over,
})
