import type { AnyEndpoint } from '#contract/endpoint.ts'

/**
 * What sellers do to their records all day, and what may be done later as well as now. Nothing that concerns people, sign-in, consents of
 * channels or the installation, and nothing that acts on a channel: its answer is wanted at once.
 */
export const keptWrites: readonly string[] = [
  'POST /products/create',
  'POST /products/update',
  'POST /products/updateProducts',
  'POST /products/applyTags',
  'POST /productTemplates/create',
  'POST /productTemplates/addAttributes',
  'POST /productTemplates/{id}',
  'POST /listingProducts/',
  'POST /listingTemplates/',
  'POST /orders/updateOrder',
]
const keepable = new Set(keptWrites)

/** Whether a write is kept in the browser when there is no network. */
export const isKeepable = ({ method, path }: Pick<AnyEndpoint, 'method' | 'path'>): boolean =>
  keepable.has(`${method} ${path}`)
