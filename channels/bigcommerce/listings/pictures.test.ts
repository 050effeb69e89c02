import { describe, expect, it } from 'vitest'
import { BigCommerceSettings } from '#contract/channels/shapes/bigcommerce.ts'
import { noConnection } from '../../testing/connection.ts'
import type { BigCommerceListing } from './map.ts'
import { hangPictures, knownPictures, pictureHashes } from './pictures.ts'
import type { Product } from '../wire.ts'

const ours = ['https://ours.example/1.jpg', 'https://ours.example/2.jpg']
const image = (id: number, sort_order: number) => ({ id, sort_order, is_thumbnail: sort_order === 0 })
const red = {
  id: 31,
  sku: 'MUG-R',
  image_url: 'https://there.example/red.jpg',
  option_values: [{ option_display_name: 'Colour', label: 'Red' }],
}
const there = { id: 7, images: [image(12, 1), image(11, 0)], variants: [red] } as unknown as Product
/** @param data what a listing remembers of the store; none of one that was linked and never saved */
const listing = (data: Record<string, string>, images = ours) =>
  ({
    images,
    variants: [
      { sku: 'MUG-R', options: { Colour: 'Red' }, price: 1, quantity: 1, image: 'https://ours.example/red.jpg' },
    ],
    external: { externalId: '7', url: '', parts: { 'MUG-R': { variantId: '31' } }, data },
  }) as unknown as BigCommerceListing

/** What is asked of the store when a listing is saved. */
async function publishAndList(input: BigCommerceListing): Promise<{ calls: string[]; known: string }> {
  const calls: string[] = []
  const http = async ({ method, url }: { method: string; url: string }) => {
    calls.push(`${method} ${new URL(url).pathname.split('/catalog/')[1]}`)
    return { status: 200, headers: {}, body: { data: { id: 90 + calls.length, sort_order: 0, is_thumbnail: false } } }
  }
  const c = {
    ...noConnection,
    origins: { api: 'https://api.example' },
    facts: {},
    settings: BigCommerceSettings.parse({}),
    http,
  }
  const standing = { product: there, before: new Set<string>(), pictures: pictureHashes(input, there) }
  return { known: knownPictures(await hangPictures(c as never, input, standing)), calls }
}

describe('the pictures of a product that stood there before it was linked', () => {
  it('stay at the first save where there are as many as ours, and are known from then on', async () => {
    const first = await publishAndList(listing({ locationId: '1' }))
    expect(first.calls).toEqual([])
    const again = await publishAndList(listing({ locationId: '1', images: first.known }))
    expect(again.calls).toEqual(['POST products/7/variants/31/image'])
    const [, second = ''] = ours
    const changed = await publishAndList(listing({ images: first.known }, ['https://ours.example/new.jpg', second]))
    expect(changed.calls).toEqual([
      'POST products/7/images',
      'DELETE products/7/images/11',
      'POST products/7/variants/31/image',
    ])
  })

  it('are replaced where ours are more', async () => {
    const { calls } = await publishAndList(listing({ locationId: '1' }, [...ours, 'https://ours.example/3.jpg']))
    expect(calls.filter((call) => call.startsWith('POST products/7/images'))).toHaveLength(3)
  })
})
