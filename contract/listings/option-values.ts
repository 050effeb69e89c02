import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { IdParam } from '../shapes.ts'
import { FieldRule } from '../mappings/values.ts'

const orNone = z.coerce.number().int().min(0).default(0)
/** Of whose attributes: a product's, or with 0 those of a new one of the template. */
const query = {
  templateId: orNone,
  productId: orNone,
  /** Also of fields that neither the product nor its template has an attribute for. */
  getAll: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true'),
  /** Which account is asked: else the channel's first. */
  integrationId: IdParam.optional(),
}
/** Categories joined by commas; without them those of the product's listing, else all of the template's. */
const categories = z.string().max(500).default('')
const reply = z.array(FieldRule)
const errors = [
  'not_found',
  'integration_missing',
  'integration_unauthenticated',
  'channel_refused',
  'channel_unavailable',
] as const

/** LST-356, LST-360, LST-370, LST-372: what the fields of channels take, for the attributes of the same names. */
export const ebayOptionValues = endpoint({
  method: 'GET',
  path: '/channels/ebay/attributeAspectValues',
  summary: 'List the values allowed in eBay item specifics',
  needs: 'organization:read',
  query: z.object({ ...query, categoryId: categories }),
  reply,
  errors,
})
export const etsyOptionValues = endpoint({
  method: 'GET',
  path: '/channels/etsy/attributePropertyValues',
  summary: 'List the values allowed in Etsy properties',
  needs: 'organization:read',
  query: z.object({ ...query, taxonomyId: categories }),
  reply,
  errors,
})
export const csvOptionValues = endpoint({
  method: 'GET',
  path: '/channels/csv/attributeValues',
  summary: 'List the values allowed in sheet columns',
  needs: 'organization:read',
  query: z.object(query),
  reply,
  errors,
})
