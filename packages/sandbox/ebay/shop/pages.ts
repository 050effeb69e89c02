import { escapeHtml } from '../../kit/pages.ts'
import { missingPage, placeholderImage, productPage } from '../../kit/storefront.ts'
import type { SimAnswer, SimContext } from '../../kit/simulator.ts'
import { findListing } from '../by-hand/shop-window.ts'

/** The public page of a listing. The seller's HTML is shown as text: eBay keeps it unsanitised. */
export function listingPage(context: SimContext, listingId: string): SimAnswer {
  const listing = findListing(context, listingId)
  if (!listing) return missingPage('eBay', 'This listing has ended or never was', 'Ended')
  return productPage({
    channel: 'eBay',
    title: listing.title,
    byline: `${escapeHtml(listing.category)} · sold by <strong>${escapeHtml(listing.seller)}</strong> · item ${escapeHtml(listingId)}`,
    images: [...new Set(listing.images)].slice(0, 24).map((url) => ({ url, alt: '' })),
    columns: { variation: 'Item specifics', stock: 'Quantity' },
    variations: listing.variations.map(({ sku, price, quantity, aspects }) => ({
      name: Object.entries(aspects)
        .map(([name, values]) => `${name}: ${values.join(', ')}`)
        .join(' · '),
      sku,
      price: price ? `${price.value} ${price.currency}` : '',
      stock: quantity > 0 ? `${quantity} available` : 'Out of stock',
    })),
    description: listing.description
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  })
}

/** A plain picture for items that came without one. */
export const picture = (sku: string): SimAnswer => placeholderImage(sku, { background: '#e5e7eb', text: '#374151' })
