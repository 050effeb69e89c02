import { expect, it } from 'vitest'
import { variationPictures } from './image.ts'

const [front, back, own] = ['https://x.test/front.jpg', 'https://x.test/back.jpg', 'https://x.test/own.jpg']
const product = [{ url: front }, { url: back }]
const of = (selectedImages: string[], images: string[] = []) =>
  variationPictures({ selectedImages, images: images.map((url) => ({ url })) }, product)

it('PRO-206 PRO-207 a variation shows what was chosen for it, then its own pictures, each once', () => {
  expect(of([])).toEqual([])
  expect(of([back])).toEqual([back])
  expect(of([], [own])).toEqual([own])
  expect(of([back], [own, back])).toEqual([back, own])
  expect(of([own, front], [own])).toEqual([own, front])
})

it('PRO-207 a picture that the product no longer has is not shown', () => {
  expect(of(['https://x.test/gone.jpg', front])).toEqual([front])
  expect(of(['https://x.test/gone.jpg'], [own])).toEqual([own])
})
