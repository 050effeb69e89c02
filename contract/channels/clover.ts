import type { Named, Planned } from './describe.ts'

export const named = { id: 'clover', name: 'Clover', built: false } as const satisfies Named

/** LST-324..LST-329. */
export const clover = {
  ...named,
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
