import type { Planned } from './describe.ts'
import { named } from './names.ts'

/** LST-305..LST-311. */
export const square = {
  ...named.square,
  fields: [
    {
      name: 'categoryIds',
      override: 'selectedCategoryIds',
      label: 'Category',
      section: 'Categories',
      kind: 'category',
      on: ['template', 'product'],
      tree: { lookup: 'categories', id: 'id', name: 'categoryData.name', children: 'children' },
    },
    { name: 'title', label: 'Title', section: 'Details', kind: 'title', on: ['template', 'product'], chars: 500 },
    { name: 'description', label: 'Description', section: 'Details', kind: 'html', on: ['template', 'product'] },
    {
      name: 'locationId',
      label: 'Location',
      section: 'Square Location',
      kind: 'choice',
      on: ['template', 'integration'],
      wide: true,
      asks: { lookup: 'locations', value: 'id', label: ['name'] },
    },
  ],
  lookups: {
    categories: { path: '/channels/square/categories', summary: 'Categories on Square' },
    locations: { path: '/channels/square/locations', summary: 'Locations on Square' },
  },
} as const satisfies Planned
