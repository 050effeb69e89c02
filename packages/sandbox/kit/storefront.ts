import { escapeHtml, htmlPage } from './pages.ts'
import type { SimAnswer, SimContext } from './simulator.ts'

export interface ProductPage {
  channel: string
  title: string
  /** Who sells it and its number, as HTML. */
  byline: string
  images: readonly { url: string; alt: string }[]
  /** What the channel calls the columns beside SKU and price. */
  columns: { variation: string; stock: string }
  variations: readonly { name: string; sku: string; price: string; stock: string }[]
  description: string
}

/** What buyers see of a product. */
export function productPage(page: ProductPage): SimAnswer {
  const rows = page.variations.map(
    ({ name, sku, price, stock }) =>
      `<tr><td>${escapeHtml(name)}</td><td><code>${escapeHtml(sku)}</code></td>` +
      `<td class="number">${escapeHtml(price)}</td><td class="number">${escapeHtml(stock)}</td></tr>`,
  )
  const images = page.images.map(
    ({ url, alt }) => `<img src="${escapeHtml(url)}" alt="${escapeHtml(alt)}" width="160" height="160" loading="lazy">`,
  )
  return htmlPage({
    title: `${page.title} | ${page.channel} sandbox`,
    main: `<main id="main">
<p class="mark">${page.channel} sandbox</p>
<h1>${escapeHtml(page.title)}</h1>
<p>${page.byline}</p>
<div class="pictures">${images.join('')}</div>
<div class="scroll" tabindex="0" role="region" aria-label="Variations"><table><thead><tr><th scope="col">${page.columns.variation}</th><th scope="col">SKU</th>
<th scope="col" class="number">Price</th><th scope="col" class="number">${page.columns.stock}</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>
<h2>Description</h2>
<p class="description">${escapeHtml(page.description)}</p>
</main>`,
  })
}

/** What buyers see of a product that is not for sale. */
export const missingPage = (channel: string, heading: string, title = 'Not available'): SimAnswer =>
  htmlPage({
    status: 404,
    title,
    main: `<main id="main"><p class="mark">${channel} sandbox</p><h1>${escapeHtml(heading)}</h1></main>`,
  })

/** A plain image with a text on it, for items that came without one. */
export const placeholderImage = (text: string, colors: { background: string; text: string }): SimAnswer => ({
  status: 200,
  headers: { 'content-type': 'image/svg+xml', 'content-security-policy': "default-src 'none'" },
  body: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 800"><rect width="800" height="800" fill="${colors.background}"/>
<text x="400" y="420" font-family="sans-serif" font-size="48" text-anchor="middle" fill="${colors.text}">${escapeHtml(text)}</text></svg>`,
})

/** An image that an app uploaded. */
export interface StoredImage {
  type: string
  base64: string
}

/** @param id under which it was put as a `picture` */
export function storedImage({ store }: SimContext, id: string): SimAnswer | undefined {
  const image = store.get<StoredImage>('picture', id)
  return image && { status: 200, headers: { 'content-type': image.type }, body: Buffer.from(image.base64, 'base64') }
}
