import type { Planned } from './describe.ts'
import { named } from './names.ts'

/** LST-324..LST-329. */
export const clover = {
  ...named.clover,
  fields: [
    {
      name: 'categoryIds',
      override: 'selectedCategoryIds',
      label: 'Category',
      section: 'Category',
      kind: 'category',
      on: ['template', 'product'],
      tree: { lookup: 'categories', id: 'id', name: 'name', children: 'children' },
    },
    { name: 'title', label: 'Title', section: 'Details', kind: 'title', on: ['template', 'product'], chars: 500 },
    { name: 'description', label: 'Description', section: '', kind: 'hidden', on: ['template'] },
    { name: 'locationId', label: 'Location', section: '', kind: 'hidden', on: ['template'] },
  ],
  lookups: { categories: { path: '/channels/clover/categories', summary: 'Categories on Clover' } },
} as const satisfies Planned
