import { escapeHtml, htmlPage } from '../../kit/pages.ts'
import type { SimAnswer, SimContext } from '../../kit/simulator.ts'
import { findListing } from '../by-hand/shop-window.ts'

/** The public page of a listing. The seller's HTML is shown as text: eBay keeps it unsanitised. */
export function listingPage(context: SimContext, listingId: string): SimAnswer {
  const listing = findListing(context, listingId)
  if (!listing) {
    return htmlPage({
      status: 404,
      title: 'Ended',
      main: '<main id="main"><p class="mark">eBay sandbox</p><h1>This listing has ended or never was</h1></main>',
    })
  }
  const rows = listing.variations.map(
    ({ sku, price, quantity, aspects }) =>
      `<tr><td>${escapeHtml(
        Object.entries(aspects)
          .map(([name, values]) => `${name}: ${values.join(', ')}`)
          .join(' · '),
      )}</td><td><code>${escapeHtml(sku)}</code></td>` +
      `<td class="number">${escapeHtml(price ? `${price.value} ${price.currency}` : '')}</td><td class="number">${quantity > 0 ? `${quantity} available` : 'Out of stock'}</td></tr>`,
  )
  const images = [...new Set(listing.images)]
    .slice(0, 24)
    .map((url) => `<img src="${escapeHtml(url)}" alt="" width="160" height="160" loading="lazy">`)
  return htmlPage({
    title: `${listing.title} | eBay sandbox`,
    main: `<main id="main">
<p class="mark">eBay sandbox</p>
<h1>${escapeHtml(listing.title)}</h1>
<p>${escapeHtml(listing.category)} · sold by <strong>${escapeHtml(listing.seller)}</strong> · item ${escapeHtml(listingId)}</p>
<div class="pictures">${images.join('')}</div>
<div class="scroll" tabindex="0" role="region" aria-label="Variations"><table><thead><tr><th scope="col">Item specifics</th><th scope="col">SKU</th>
<th scope="col" class="number">Price</th><th scope="col" class="number">Quantity</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>
<h2>Description</h2>
<p class="description">${escapeHtml(
      listing.description
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    )}</p>
</main>`,
  })
}

/** A plain picture for items that came without one. */
export function picture(sku: string): SimAnswer {
  const body = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 800"><rect width="800" height="800" fill="#e5e7eb"/>
<text x="400" y="420" font-family="sans-serif" font-size="48" text-anchor="middle" fill="#374151">${escapeHtml(sku)}</text></svg>`
  return {
    status: 200,
    headers: { 'content-type': 'image/svg+xml', 'content-security-policy': "default-src 'none'" },
    body,
  }
}
