import type { ChannelError } from '../../channel.ts'
import type { Product } from '../wire.ts'

export interface Standing {
  product: Product
  /** SKUs that stood there before. */
  before: Set<string>
  /** URL → image, of the pictures of ours that hang there. */
  pictures: Map<string, number>
  /** Made just now, with all of its pictures. */
  isNew?: boolean
  /** What BigCommerce did not take, although the product stands. */
  problem?: ChannelError
}
