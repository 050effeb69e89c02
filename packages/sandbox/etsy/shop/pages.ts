import { escapeHtml, htmlPage } from '../../kit/pages.ts'
import type { SimAnswer, SimContext } from '../../kit/simulator.ts'
import type { Stored } from '../listings/images.ts'
import { labelOf } from '../listings/listing-view.ts'
import { shops } from '../state.ts'

/** The public page of a listing. */
export function listingPage(context: SimContext, listingId: string): SimAnswer {
  const shop = shops(context).find((one) => one.get('listing', listingId))
  const listing = shop?.listing(listingId)
  if (!shop || !listing || listing.state !== 'active')
    return htmlPage({
      status: 404,
      title: 'Not available',
      main: '<main id="main"><p class="mark">Etsy sandbox</p><h1>This listing is not available</h1></main>',
    })
  const rows = listing.products.map(
    ({ sku, property_values, offering }) =>
      `<tr><td>${escapeHtml(labelOf(property_values))}</td><td><code>${escapeHtml(sku)}</code></td>` +
      `<td class="number">${(offering.price / 100).toFixed(2)} USD</td>` +
      `<td class="number">${offering.is_enabled && offering.quantity > 0 ? `${offering.quantity} available` : 'Sold out'}</td></tr>`,
  )
  const images = listing.images.map(
    ({ listing_image_id, alt_text }) =>
      `<img src="${context.baseUrl}/pictures/${listing_image_id}" alt="${escapeHtml(alt_text)}" width="160" height="160" loading="lazy">`,
  )
  return htmlPage({
    title: `${listing.title} | Etsy sandbox`,
    main: `<main id="main">
<p class="mark">Etsy sandbox</p>
<h1>${escapeHtml(listing.title)}</h1>
<p>sold by <strong>${escapeHtml(shop.seller.name)}</strong> · listing ${listing.listing_id}</p>
<div class="pictures">${images.join('')}</div>
<div class="scroll" tabindex="0" role="region" aria-label="Variations"><table><thead><tr><th scope="col">Variation</th><th scope="col">SKU</th>
<th scope="col" class="number">Price</th><th scope="col" class="number">Quantity</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>
<h2>Description</h2>
<p class="description">${escapeHtml(listing.description)}</p>
</main>`,
  })
}

/** What was uploaded, or a plain picture for what was listed by hand. */
export function picture(context: SimContext, id: string): SimAnswer {
  const stored = context.store.get<Stored>('picture', id)
  if (stored)
    return { status: 200, headers: { 'content-type': stored.type }, body: Buffer.from(stored.base64, 'base64') }
  const body = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 800"><rect width="800" height="800" fill="#f5e9dc"/>
<text x="400" y="420" font-family="sans-serif" font-size="48" text-anchor="middle" fill="#7c4a1e">${escapeHtml(id)}</text></svg>`
  return {
    status: 200,
    headers: { 'content-type': 'image/svg+xml', 'content-security-policy': "default-src 'none'" },
    body,
  }
}
