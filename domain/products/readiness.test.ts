import { describe, expect, it } from 'vitest'
import { hasText, judge } from './readiness.ts'

const demands = [
  { name: 'Brand', constraint: 'required' },
  { name: 'Colour', constraint: 'recommended' },
  { name: 'Care', constraint: 'optional' },
] as const
const whole = {
  title: 'Mug',
  description: '<p>A mug.</p>',
  attributes: [
    { name: 'Brand', value: 'Acme' },
    { name: 'colour', value: 'Red' },
  ],
}

describe('judge', () => {
  it('PRO-197 title, description and all required attributes make a product ready', () => {
    expect(judge(whole, demands)).toEqual({ readiness: 'ready', missing: [] })
  })
  it('PRO-198 a missing recommended attribute makes it partial', () => {
    expect(judge({ ...whole, attributes: [{ name: 'Brand', value: 'Acme' }] }, demands)).toEqual({
      readiness: 'partial',
      missing: ['Colour'],
    })
  })
  it.each([
    ['title', { title: '  ' }, ['Title']],
    ['description', { description: '' }, ['Description']],
    ['description without text', { description: '<p>&nbsp;</p><br>' }, ['Description']],
    [
      'required attribute',
      {
        attributes: [
          { name: 'Brand', value: ' ' },
          { name: 'Colour', value: 'Red' },
        ],
      },
      ['Brand'],
    ],
    ['everything', { title: '', description: '', attributes: [] }, ['Title', 'Description', 'Brand', 'Colour']],
  ])('PRO-199 a missing %s puts it in error', (_, change, missing) => {
    expect(judge({ ...whole, ...change }, demands)).toEqual({ readiness: 'error', missing })
  })
  it('PRO-197 the vendor field counts for the built-in attribute', () => {
    expect(judge({ ...whole, vendor: 'Acme Ltd' }, [{ name: 'Vendor', constraint: 'required' }]).readiness).toBe(
      'ready',
    )
    expect(judge(whole, [{ name: 'Vendor', constraint: 'required' }]).missing).toEqual(['Vendor'])
  })
})

it('PRO-199 text is what remains without tags and blanks', () => {
  expect([hasText('<img src="x">'), hasText('<b>x</b>'), hasText('&nbsp; \n'), hasText('{{Brand}}')]).toEqual([
    false,
    true,
    false,
    true,
  ])
})
