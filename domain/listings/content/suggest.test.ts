import { expect, it } from 'vitest'
import { valueIn } from './suggest.ts'

it.each([
  ['Nikon NIKKOR Z 50mm f/1.8 S', ['Canon', 'nikon', 'Sony'], 'nikon'],
  ['Nikon NIKKOR Z 50mm f/1.8 S', ['5mm', '50mm', '150mm'], '50mm'],
  ['Linen shirt, long sleeve', ['Sleeve', 'Long Sleeve', 'Short Sleeve'], 'Long Sleeve'],
  ['Zoomed in', ['Zoom'], undefined],
  ['Größe XL', ['L', 'XL'], 'XL'],
  ['Sleeveless sleeve', ['sleeve'], 'sleeve'],
  ['Shirt in M', ['M', 'L'], undefined],
  ['', ['Nikon'], undefined],
  ['anything', ['', '  '], undefined],
])('"%s" of %j says %s', (text, values, expected) => {
  expect(valueIn(text, values)).toBe(expected)
})
