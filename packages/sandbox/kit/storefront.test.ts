import { expect, it } from 'vitest'
import { missingPage, placeholderImage, productPage } from './storefront.ts'

const page = productPage({
  channel: 'Etsy',
  title: 'Mug <b>',
  byline: 'sold by <strong>Ada</strong>',
  images: [{ url: 'https://pictures.example/a.jpg', alt: 'A "mug"' }],
  columns: { variation: 'Variation', stock: 'Quantity' },
  variations: [{ name: 'Red', sku: 'MUG<1>', price: '5.00 USD', stock: '3 available' }],
  description: 'Large & heavy',
})

it('a product page escapes what the seller wrote', () => {
  expect(page.body).toContain('<h1>Mug &lt;b&gt;</h1>')
  expect(page.body).toContain('alt="A &quot;mug&quot;"')
  expect(page.body).toContain('<code>MUG&lt;1&gt;</code>')
  expect(page.body).toContain('Large &amp; heavy')
})

it('a product page shows the seller, the price and the stock', () => {
  expect(page.body).toContain('<p>sold by <strong>Ada</strong></p>')
  expect(page.body).toContain('<td class="number">5.00 USD</td><td class="number">3 available</td>')
})

it('a product that is not for sale has a page with the status 404', () => {
  expect(missingPage('Etsy', 'Gone').status).toBe(404)
})

it('a placeholder image escapes its text', () => {
  const image = placeholderImage('<script>', { background: '#fff', text: '#000' })
  expect(image.body).toContain('&lt;script&gt;')
})
