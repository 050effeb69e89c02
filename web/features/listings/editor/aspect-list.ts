import type { CallReply } from '#contract/endpoint.ts'
import type { lookups } from '#contract/lookups.ts'
import type { AspectValue } from '#domain/listings/aspects.ts'
import type { Fields } from './fields.ts'

/** What eBay says of one item specific. */
export type Aspect = CallReply<typeof lookups.ebay.aspects>[number]

/** The item specifics that a schema or a listing sets itself. */
export const aspectList = (fields: Fields): AspectValue[] =>
  Array.isArray(fields.aspects) ? (fields.aspects as AspectValue[]) : []
