import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Sku } from './products.ts'
import { Id, IdParam } from '../shapes.ts'

/** Components of one bundle. */
export const MOST_COMPONENTS = 50
/** Pieces of a component in one bundle. */
export const MOST_PIECES = 10_000

/** What a product is made of, and which bundles it is in itself. */
export const ProductBundle = z.object({
  sku: z.string(),
  /** None: it is no bundle. */
  parts: z.array(
    z.object({
      productId: Id,
      sku: z.string(),
      /** With the variation's name, of one. */
      title: z.string(),
      available: z.number().int(),
      /** In one bundle. */
      pieces: z.number().int(),
    }),
  ),
  /** Bundles that can be sold. */
  available: z.number().int(),
  /** Bundles that it, or a variation of it, is a component of. */
  in: z.array(
    z.object({
      productId: Id,
      sku: z.string(),
      title: z.string(),
      available: z.number().int(),
      pieces: z.number().int(),
      /** The SKU that is the component. */
      part: z.string(),
    }),
  ),
  /** Why it cannot be a bundle, or be made of something else, now; '' where it can. */
  refusal: z.string(),
})

const Parts = z
  .array(
    z.object({
      sku: Sku,
      pieces: z
        .number()
        .int('Units must be a whole number.')
        .min(1, 'Enter at least 1 unit.')
        .max(MOST_PIECES, `Enter up to ${MOST_PIECES.toLocaleString('en')} units.`),
    }),
  )
  .max(MOST_COMPONENTS, `At most ${MOST_COMPONENTS} components.`)

export const getBundle = endpoint({
  method: 'GET',
  path: '/products/{id}/bundle',
  summary: 'Get a product’s components and the bundles it’s in',
  needs: 'organization:read',
  params: z.object({ id: IdParam }),
  reply: ProductBundle,
  errors: ['not_found'],
})
export const saveBundle = endpoint({
  method: 'POST',
  path: '/products/bundle',
  summary: 'Set or remove a product’s bundle components',
  needs: 'products:write',
  body: z.object({
    id: Id,
    parts: Parts,
    /** What it was made of when this was decided: made of something else since, nothing is changed. */
    was: Parts.optional(),
  }),
  reply: ProductBundle,
  errors: ['not_found', 'edit_conflict'],
  changes: ['products', 'listings'],
})
