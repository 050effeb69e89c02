import { escapeHtml } from '../../kit/pages.ts'
import { missingPage, placeholderImage, productPage, storedImage } from '../../kit/storefront.ts'
import type { SimAnswer, SimContext } from '../../kit/simulator.ts'
import { labelOf } from '../listings/listing-view.ts'
import { shops } from '../state.ts'

/** The public page of a listing. */
export function listingPage(context: SimContext, listingId: string): SimAnswer {
  const shop = shops(context).find((candidate) => candidate.get('listing', listingId))
  const listing = shop?.listing(listingId)
  if (!shop || !listing || listing.state !== 'active') return missingPage('Etsy', 'This listing is not available')
  return productPage({
    channel: 'Etsy',
    title: listing.title,
    byline: `sold by <strong>${escapeHtml(shop.seller.name)}</strong> · listing ${listing.listing_id}`,
    images: listing.images.map(({ listing_image_id, alt_text }) => ({
      url: `${context.baseUrl}/pictures/${listing_image_id}`,
      alt: alt_text,
    })),
    columns: { variation: 'Variation', stock: 'Quantity' },
    variations: listing.products.map(({ sku, property_values, offering }) => ({
      name: labelOf(property_values),
      sku,
      price: `${(offering.price / 100).toFixed(2)} USD`,
      stock: offering.is_enabled && offering.quantity > 0 ? `${offering.quantity} available` : 'Sold out',
    })),
    description: listing.description,
  })
}

/** What was uploaded, or a plain picture for what was listed by hand. */
export const picture = (context: SimContext, id: string): SimAnswer =>
  storedImage(context, id) ?? placeholderImage(id, { background: '#f5e9dc', text: '#7c4a1e' })
