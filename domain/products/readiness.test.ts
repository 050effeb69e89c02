import fc from 'fast-check'
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

describe('whatever a template asks for', () => {
  const name = fc.constantFrom('Brand', 'Colour', 'Size', 'Care', 'Größe')
  const constraint = fc.constantFrom('required' as const, 'recommended' as const, 'optional' as const)
  const attributes = fc.uniqueArray(fc.record({ name, constraint }), { selector: (demand) => demand.name })
  const text = fc.constantFrom('', ' ', '<p>&nbsp;</p>', 'Mug', '<p>Mug</p>')
  const product = fc.record({
    title: text,
    description: text,
    attributes: fc.uniqueArray(fc.record({ name, value: fc.constantFrom('', ' ', 'Red', 'كتان') }), {
      selector: (demand) => demand.name,
    }),
  })
  const ranks = { error: 0, partial: 1, ready: 2 }
  const of = (input: Parameters<typeof judge>[0], demands: Parameters<typeof judge>[1]) =>
    judge(input, demands).readiness

  it('PRO-197 PRO-198 PRO-199 it is ready exactly when nothing is missing, and in error only for what is needed', () =>
    fc.assert(
      fc.property(product, attributes, (input, demands) => {
        const { readiness, missing } = judge(input, demands)
        expect(readiness === 'ready').toBe(missing.length === 0)
        const needed = missing.filter(
          (attributeName) =>
            attributeName === 'Title' ||
            attributeName === 'Description' ||
            demands.some((d) => d.name === attributeName && d.constraint === 'required'),
        )
        expect(readiness === 'error').toBe(needed.length > 0)
        expect(missing.slice(0, needed.length)).toEqual(needed)
        expect(
          missing.some((attributeName) => demands.some((d) => d.name === attributeName && d.constraint === 'optional')),
        ).toBe(false)
      }),
    ))

  it('PRO-197 PRO-199 a value more never makes it worse, a demand more never makes it better', () =>
    fc.assert(
      fc.property(product, attributes, name, constraint, (input, demands, attributeName, level) => {
        const more = {
          ...input,
          attributes: [
            ...input.attributes.filter((a) => a.name !== attributeName),
            { name: attributeName, value: 'Red' },
          ],
        }
        expect(ranks[of(more, demands)]).toBeGreaterThanOrEqual(ranks[of(input, demands)])
        const harder = [...demands.filter((d) => d.name !== attributeName), { name: attributeName, constraint: level }]
        const without = demands.filter((d) => d.name !== attributeName)
        expect(ranks[of(input, harder)]).toBeLessThanOrEqual(ranks[of(input, without)])
      }),
    ))
})
