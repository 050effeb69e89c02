import { escapeHtml, htmlPage } from '../../kit/pages.ts'
import type { SimAnswer, SimContext } from '../../kit/simulator.ts'
import type { Stored } from '../listings/images.ts'
import { totalOf } from '../stock/inventory.ts'
import { pathOf, pictureUrl } from '../listings/product-view.ts'
import { type Product, Shop, type Merchant, type Variant } from '../state.ts'

const gone = htmlPage({
  status: 404,
  title: 'Not available',
  main: '<main id="main"><p class="mark">BigCommerce sandbox</p><h1>This product is not available</h1></main>',
})

const storeOf = (context: SimContext, hash: string): Shop | undefined => {
  const merchant = context.store.get<Merchant>('merchant', hash)
  return merchant && new Shop(context, merchant)
}

const labelOf = (product: Product, { values }: Variant): string =>
  values
    .flatMap(
      ({ option_id, id }) =>
        product.options.find((one) => one.id === option_id)?.values.find((one) => one.id === id)?.label ?? [],
    )
    .join(' / ')

/** What buyers see of a product. */
export function productPage(context: SimContext, hash: string, slug: string): SimAnswer {
  const shop = storeOf(context, hash)
  const product = shop?.list('product').find((one) => one.is_visible && pathOf(one) === `/${slug}/`)
  if (!shop || !product) return gone
  const rows = product.variants.map((variant) => {
    const pieces = totalOf(shop, variant)
    return (
      `<tr><td>${escapeHtml(labelOf(product, variant))}</td><td><code>${escapeHtml(variant.sku)}</code></td>` +
      `<td class="number">$${((variant.price ?? product.price) / 100).toFixed(2)}</td>` +
      `<td class="number">${pieces > 0 ? `${pieces} in stock` : 'Out of stock'}</td></tr>`
    )
  })
  const images = product.images.map(
    (one) =>
      `<img src="${escapeHtml(pictureUrl(shop, one))}" alt="${escapeHtml(one.description)}" width="160" height="160" loading="lazy">`,
  )
  return htmlPage({
    title: `${product.name} | BigCommerce sandbox`,
    main: `<main id="main">
<p class="mark">BigCommerce sandbox</p>
<h1>${escapeHtml(product.name)}</h1>
<p>sold by <strong>${escapeHtml(shop.merchant.name)}</strong> · product ${product.id}</p>
<div class="pictures">${images.join('')}</div>
<div class="scroll" tabindex="0" role="region" aria-label="Variants"><table><thead><tr><th scope="col">Variant</th><th scope="col">SKU</th>
<th scope="col" class="number">Price</th><th scope="col" class="number">Stock</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>
<h2>Description</h2>
<p class="description">${escapeHtml(product.description.replace(/<[^<>]*>/g, ' '))}</p>
</main>`,
  })
}

/** The store's own pages, of which the sandbox has none. */
export const panelPage = (context: SimContext, hash: string): SimAnswer =>
  htmlPage({
    title: 'Control panel - BigCommerce sandbox',
    main: `<main id="main"><p class="mark">BigCommerce sandbox</p><h1>${escapeHtml(storeOf(context, hash)?.merchant.name ?? 'No such store')}</h1>
<p>The sandbox shows and changes its orders on <a href="/">its own page</a>.</p></main>`,
  })

/** What was uploaded, the place that an address was fetched from, or a plain picture for what was put there by hand. */
export function picture(context: SimContext, hash: string, id: string): SimAnswer {
  const stored = context.store.get<Stored>('picture', `${hash}/${id}`)
  if (stored)
    return { status: 200, headers: { 'content-type': stored.type }, body: Buffer.from(stored.base64, 'base64') }
  const shop = storeOf(context, hash)
  const source =
    context.store.get<string>('source', `${hash}/${id}`) ??
    shop
      ?.list('product')
      .flatMap(({ images }) => images)
      .find((one) => String(one.id) === id)?.source
  if (source) return { status: 302, headers: { location: source } }
  const body = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 800"><rect width="800" height="800" fill="#e4e7f2"/>
<text x="400" y="420" font-family="sans-serif" font-size="48" text-anchor="middle" fill="#34313f">${escapeHtml(id)}</text></svg>`
  return {
    status: 200,
    headers: { 'content-type': 'image/svg+xml', 'content-security-policy': "default-src 'none'" },
    body,
  }
}
