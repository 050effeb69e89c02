import { z } from 'zod'
import { MEGABYTE, endpoint } from './endpoint.ts'
import { Id, IdParam, Ok } from './shapes.ts'

const FilterText = z.string().max(200_000)
/** INV-199..204: what a table shows. Filters stand as in the address. */
export const ViewConfig = z.object({
  version: z.literal(1),
  page: z.string().max(60),
  type: z.literal('table'),
  columns: z.array(z.string().max(120)).max(300),
  widths: z.record(z.string().max(120), z.number().int().min(20).max(2000)),
  filters: z.record(z.string().max(120), z.union([FilterText, z.array(FilterText).max(20_000)])),
})
export type ViewConfig = z.output<typeof ViewConfig>
/** INV-190..198. `shared`: everybody of the organization sees it; only its maker changes it. */
export const View = z.object({
  id: Id,
  name: z.string(),
  isDefault: z.boolean(),
  shared: z.boolean(),
  config: ViewConfig,
  clientId: Id,
  userId: Id,
  userName: z.string(),
  page: z.string(),
  type: z.literal('table'),
  active: z.boolean(),
})
export type View = z.output<typeof View>

const Page = z.string().min(1).max(60)
const NewView = {
  name: z.string().trim().min(1, 'Must set name').max(100),
  type: z.literal('table').default('table'),
  config: ViewConfig,
  shared: z.boolean().default(false),
}

export const listViews = endpoint({
  method: 'GET',
  path: '/views',
  summary: 'List the saved views of a page',
  needs: 'organization:read',
  query: z.object({ page: Page }),
  reply: z.array(View),
})
export const createView = endpoint({
  method: 'POST',
  path: '/views/{page}',
  summary: 'Save a view',
  needs: 'organization:read',
  bodyBytes: MEGABYTE,
  params: z.object({ page: Page }),
  body: z.object({ page: Page.optional(), ...NewView }),
  reply: View,
  errors: ['view_taken'],
  changes: ['views'],
})
export const createViewByBody = endpoint({
  method: 'POST',
  path: '/views',
  summary: 'Save a view (page in the body)',
  needs: 'organization:read',
  bodyBytes: MEGABYTE,
  body: z.object({ page: Page, ...NewView }),
  reply: View,
  errors: ['view_taken'],
  changes: ['views'],
})
export const updateView = endpoint({
  method: 'PATCH',
  path: '/views/{id}',
  summary: 'Change a view',
  needs: 'organization:read',
  bodyBytes: MEGABYTE,
  params: z.object({ id: IdParam }),
  body: z.object({
    name: NewView.name.optional(),
    config: ViewConfig.optional(),
    isDefault: z.boolean().optional(),
    shared: z.boolean().optional(),
  }),
  reply: View,
  errors: ['not_found', 'view_taken'],
  changes: ['views'],
})
export const deleteView = endpoint({
  method: 'DELETE',
  path: '/views/{id}',
  summary: 'Delete a view',
  needs: 'organization:read',
  params: z.object({ id: IdParam }),
  reply: Ok,
  errors: ['not_found'],
  changes: ['views'],
})
