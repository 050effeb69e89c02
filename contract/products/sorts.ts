/*
 * Without zod: the table of routes reads a list's address before the contract is loaded.
 */

/** What a list of products is sorted by, and the name that stands in the address (IMP-055). Each has an index. */
export const productSortNames = {
  sku: 'SKU',
  title: 'Title',
  template: 'Template',
  condition: 'Condition',
  price: 'Price',
  cost: 'Cost',
  quantity: 'Quantity',
  sold: 'Sold',
  bin: 'Bin',
  listings: 'Listings',
  status: 'Status',
  createdAt: 'Created',
  updatedAt: 'Updated',
} as const
export type ProductSort = keyof typeof productSortNames
export const productSorts = Object.keys(productSortNames) as ProductSort[]
