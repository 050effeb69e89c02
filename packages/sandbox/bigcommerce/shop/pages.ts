import { escapeHtml, htmlPage } from '../../kit/pages.ts'
import { missingPage, placeholderImage, productPage, storedImage } from '../../kit/storefront.ts'
import type { SimAnswer, SimContext } from '../../kit/simulator.ts'
import { totalOf } from '../stock/inventory.ts'
import { pathOf, pictureUrl } from '../listings/product-view.ts'
import { type Product, Shop, type Merchant, type Variant } from '../state.ts'

const storeOf = (context: SimContext, hash: string): Shop | undefined => {
  const merchant = context.store.get<Merchant>('merchant', hash)
  return merchant && new Shop(context, merchant)
}

const labelOf = (product: Product, { values }: Variant): string =>
  values
    .flatMap(
      ({ option_id, id }) =>
        product.options.find((option) => option.id === option_id)?.values.find((value) => value.id === id)?.label ?? [],
    )
    .join(' / ')

/** What buyers see of a product. */
export function productPageOf(context: SimContext, hash: string, slug: string): SimAnswer {
  const shop = storeOf(context, hash)
  const product = shop?.list('product').find((candidate) => candidate.is_visible && pathOf(candidate) === `/${slug}/`)
  if (!shop || !product) return missingPage('BigCommerce', 'This product is not available')
  return productPage({
    channel: 'BigCommerce',
    title: product.name,
    byline: `sold by <strong>${escapeHtml(shop.merchant.name)}</strong> · product ${product.id}`,
    images: product.images.map((image) => ({ url: pictureUrl(shop, image), alt: image.description })),
    columns: { variation: 'Variant', stock: 'Stock' },
    variations: product.variants.map((variant) => {
      const units = totalOf(shop, variant)
      return {
        name: labelOf(product, variant),
        sku: variant.sku,
        price: `$${((variant.price ?? product.price) / 100).toFixed(2)}`,
        stock: units > 0 ? `${units} in stock` : 'Out of stock',
      }
    }),
    description: product.description.replace(/<[^<>]*>/g, ' '),
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
  const stored = storedImage(context, `${hash}/${id}`)
  if (stored) return stored
  const shop = storeOf(context, hash)
  const source =
    context.store.get<string>('source', `${hash}/${id}`) ??
    shop
      ?.list('product')
      .flatMap(({ images }) => images)
      .find((image) => String(image.id) === id)?.source
  if (source) return { status: 302, headers: { location: source } }
  return placeholderImage(id, { background: '#e4e7f2', text: '#34313f' })
}
