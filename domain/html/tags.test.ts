import { expect, it } from 'vitest'
import { hasText } from '../products/readiness.ts'
import { withoutTags } from './tags.ts'

it('what is read of HTML is its words; a sign that begins no tag is one of them', () => {
  expect(withoutTags('<p class="a">Soft <b>and</b> light</p>')).toBe('Soft and light')
  expect(withoutTags('<p>Soft</p><p>light</p>', ' ')).toBe(' Soft  light ')
  expect(withoutTags('5 < 6 <b>mm</b>')).toBe('5 < 6 mm')
  expect(withoutTags('<<b>>')).toBe('<>')
})

it('half a million signs that begin no tag are read in one go', () => {
  const many = '<'.repeat(500_000)
  expect(withoutTags(many)).toBe(many)
  expect(hasText(many)).toBe(true)
})
