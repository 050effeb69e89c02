import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id, IdParam, ImageUrl, Ok } from '../shapes.ts'

/** A picture that an import linked from another shop and that could not be copied from there. */
export const FailedPicture = z.object({
  productId: Id,
  sku: z.string(),
  url: z.string(),
  /** A sentence for the seller. */
  reason: z.string(),
})

/** How far the copying of pictures from another shop is; at most 50 that failed are told. */
export const RemotePictures = z.object({
  waiting: z.number().int(),
  copied: z.number().int(),
  failed: z.number().int(),
  failures: z.array(FailedPicture),
})

export const productPictures = endpoint({
  method: 'GET',
  path: '/products/{id}/pictures',
  summary: 'Get the progress of copying a product’s images',
  needs: 'organization:read',
  params: z.object({ id: IdParam }),
  reply: RemotePictures,
  errors: ['not_found'],
})

export const retryProductPictures = endpoint({
  method: 'POST',
  path: '/products/{id}/pictures/retry',
  summary: 'Retry copying a product’s failed images',
  needs: 'products:write',
  params: z.object({ id: IdParam }),
  reply: Ok,
  errors: ['not_found'],
  changes: ['products', 'imports'],
})

export const importPictures = endpoint({
  method: 'GET',
  path: '/imports/{id}/pictures',
  summary: 'Get the progress of copying an import’s images',
  needs: 'imports:write',
  params: z.object({ id: IdParam }),
  reply: RemotePictures,
  errors: ['not_found'],
})

export const importPicture = endpoint({
  method: 'POST',
  path: '/products/importImage',
  summary: 'Copy an image from a public web address',
  needs: 'products:write',
  body: z.object({ url: ImageUrl }),
  /** Its new address. */
  reply: z.object({ url: z.string() }),
  errors: ['invalid_input', 'too_many_requests'],
})

export const driveKeys = endpoint({
  method: 'GET',
  path: '/products/driveKeys',
  summary: 'Get the public keys for Dropbox, Google Drive and OneDrive',
  needs: 'products:write',
  reply: z.record(z.string(), z.string()),
})
