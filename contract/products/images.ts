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
  summary: 'How far the copying of a product’s pictures from another shop is.',
  needs: 'organization:read',
  params: z.object({ id: IdParam }),
  reply: RemotePictures,
  errors: ['not_found'],
})

export const retryProductPictures = endpoint({
  method: 'POST',
  path: '/products/{id}/pictures/retry',
  summary: 'Tries once more to copy the pictures of a product that could not be copied.',
  needs: 'products:write',
  params: z.object({ id: IdParam }),
  reply: Ok,
  errors: ['not_found'],
  changes: ['products', 'imports'],
})

export const importPictures = endpoint({
  method: 'GET',
  path: '/imports/{id}/pictures',
  summary: 'How far the copying of the pictures that an import named is.',
  needs: 'imports:write',
  params: z.object({ id: IdParam }),
  reply: RemotePictures,
  errors: ['not_found'],
})

export const importPicture = endpoint({
  method: 'POST',
  path: '/products/importImage',
  summary: 'Copies one picture from an address on the public Internet into the organization’s pictures.',
  needs: 'products:write',
  body: z.object({ url: ImageUrl }),
  /** Its new address. */
  reply: z.object({ url: z.string() }),
  errors: ['invalid_input', 'too_many_requests'],
})

export const driveKeys = endpoint({
  method: 'GET',
  path: '/products/driveKeys',
  summary:
    'The public keys with which a browser opens Dropbox, Google Drive and OneDrive; those that the operator set.',
  needs: 'products:write',
  reply: z.record(z.string(), z.string()),
})
