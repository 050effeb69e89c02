import { describe, expect, it } from 'vitest'
import { atWidth, imageWidths, sourcesOf } from './sizes.ts'

const own = `https://shop.example/media/12/${'a1'.repeat(32)}.jpg`
const hosted = 'https://res.cloudinary.com/acme/image/upload/v1700000000/motto/12/mug.jpg'
const foreign = 'https://cdn.example.com/media/12/mug.jpg'

describe('the size of a picture that is loaded', () => {
  it.each([
    ['of ours', own, `${own}?w=160`],
    ['of a user', `/media/u7/${'0f'.repeat(32)}.webp`, `/media/u7/${'0f'.repeat(32)}.webp?w=160`],
    [
      'of an image host',
      hosted,
      'https://res.cloudinary.com/acme/image/upload/c_limit,f_auto,w_160/v1700000000/motto/12/mug.jpg',
    ],
    ['of another shop', foreign, foreign],
    ['that is being chosen', 'blob:https://shop.example/1f2e', 'blob:https://shop.example/1f2e'],
  ])('%s is named in its address', (_, url, at160) => expect(atWidth(url, 160)).toBe(at160))

  it('is the smallest that fills the place, and that for a dense screen', () => {
    expect(sourcesOf(own, 36)).toEqual({ src: `${own}?w=64`, srcSet: `${own}?w=64 1x, ${own}?w=160 2x` })
    expect(sourcesOf(own, 28)).toEqual({ src: `${own}?w=64` })
    expect(sourcesOf(own, 300)).toEqual({ src: `${own}?w=320`, srcSet: `${own}?w=320 1x, ${own}?w=640 2x` })
  })

  it('is at most the largest, and never more than the picture where its host makes no sizes', () => {
    expect(sourcesOf(own, 4000)).toEqual({ src: `${own}?w=${imageWidths.at(-1)}` })
    expect(sourcesOf(foreign, 28)).toEqual({ src: foreign })
  })
})
