import type { Planned } from './describe.ts'
import { named } from './names.ts'

/** LST-312..LST-323. */
export const bigcommerce = {
  ...named.bigcommerce,
  fields: [
    { name: 'title', label: 'Title', section: 'Details', kind: 'title', on: ['template', 'product'], chars: 500 },
    { name: 'description', label: 'Description', section: 'Details', kind: 'html', on: ['template', 'product'] },
    {
      name: 'categoryIds',
      override: 'selectedCategoryIds',
      label: 'Category',
      section: 'Category',
      kind: 'category',
      on: ['template', 'product'],
      tree: { lookup: 'categories', id: 'category_id', name: 'name', children: 'children' },
    },
    {
      name: 'brandName',
      label: 'Brand',
      section: 'Details',
      kind: 'text',
      on: ['template'],
      chars: 255,
      mentions: true,
      blank: "The product's Brand",
    },
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
      name: 'locationId',
      label: 'Location',
      section: 'BigCommerce Location',
      kind: 'choice',
      on: ['template', 'integration'],
      wide: true,
      asks: { lookup: 'locations', value: 'id', label: ['label'] },
    },
  ],
  lookups: {
    categories: { path: '/channels/bigcommerce/categories', summary: 'Categories on BigCommerce' },
    locations: { path: '/channels/bigcommerce/locations', summary: 'Locations on BigCommerce' },
  },
} as const satisfies Planned
