import { expect, it } from 'vitest'
import type { ReadyListing } from '#channels/channel.ts'
import { fakeChannel } from '#channels/testing/fake.ts'
import { channels } from '#channels/registry.ts'
import { testApp } from '../../testing/setup/app.ts'
import { openFakeShop } from '../../testing/shop/shop.ts'
import { addressNow } from './address.ts'
import { keepPicture } from './store.ts'

it('a picture that was uploaded before PUBLIC_URL was set is sent with the address that channels reach', async () => {
  const app = await testApp({ PORT: '3000' })
  const fake = fakeChannel(channels.shopify as NonNullable<typeof channels.shopify>)
  const sent: ReadyListing[] = []
  const { publish } = fake.channel.listings
  fake.channel.listings.publish = (c, batch) => (sent.push(...batch), publish(c, batch))
  const shop = await openFakeShop(app, fake)
  const name = await keepPicture(app.services, '7', {
    bytes: Buffer.from('a picture'),
    extension: 'jpg',
    width: 9,
    height: 9,
  })
  const attributes = [{ name: 'Size', value: 'S' }]
  const own = { url: `http://localhost:3000/media/7/${name}` }
  const product = await shop.product(await shop.template({ variations: ['Size'] }), {
    variations: [{ name: 'S', sku: 'ADDRESSED-S', quantity: 1, attributes, images: [own] }],
    images: [own, { url: 'https://pictures.example/shirt.jpg' }],
  })
  Object.assign(app.services.config, { publicUrl: 'https://motto.example.com' })
  await shop.list('shopify', product.id)
  expect(sent[0]?.images).toEqual([`https://motto.example.com/media/7/${name}`, 'https://pictures.example/shirt.jpg'])
  expect(sent[0]?.variants[0]?.image).toBe(`https://motto.example.com/media/7/${name}`)
  const other = `http://localhost:3000/media/7/${'0'.repeat(64)}.jpg`
  expect(await addressNow(app.services, other)).toBe(other)
  expect(await addressNow(app.services, `https://shop.example/media/8/${name}`)).toBe(
    `https://shop.example/media/8/${name}`,
  )
  await app.stop()
})
