import { z } from 'zod'
import { SizeAndWeight } from '../shapes.ts'

/** A parcel of an order after its first. */
export const MoreParcel = z.object({
  service: z.string().trim().max(200, 'At most 200 characters.'),
  trackingNumber: z.string().trim().max(200, 'At most 200 characters.'),
  sizeAndWeight: SizeAndWeight,
})
export type MoreParcel = z.output<typeof MoreParcel>
/** A parcel that says nothing is none. */
export const MoreParcels = z
  .array(MoreParcel)
  .max(50, 'At most 50 parcels.')
  .transform((all) =>
    all.filter(
      ({ service, trackingNumber, sizeAndWeight: s }) =>
        service || trackingNumber || [s.weight, s.width, s.length, s.height].some((measure) => measure !== null),
    ),
  )
