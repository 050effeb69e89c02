import { describe, expect, it } from 'vitest'
import { likeness, proposer } from './proposals.ts'

const mounts = proposer(['Nikon F', 'Nikon Z', 'Sony E', 'Micro Four Thirds', 'Canon RF', 'Canon EF-M', 'Canon EF-S'])
const sizes = proposer(['50 mm', '55 mm', '85 mm', '12 oz', '1.5', '2 in', '1 kg'])

describe('the value that is proposed', () => {
  it.each([
    ['in other case', mounts, 'SONY E', 'Sony E', 'case'],
    ['without signs and spaces', mounts, ' nikon-z', 'Nikon Z', 'case'],
    ['the nearest one', mounts, 'Canon RF-S', 'Canon RF', 'near'],
    ['the nearest one, with a slip of the pen', mounts, 'Micro Four Thirsd', 'Micro Four Thirds', 'near'],
    ['the same number', sizes, '50,0mm', '50 mm', 'number'],
    ['the same number alone', sizes, '1,50', '1.5', 'number'],
    ['in another unit', sizes, '5 cm', '50 mm', 'unit'],
    ['in inches', sizes, '50.8 mm', '2 in', 'unit'],
    ['of weight', sizes, '1000 g', '1 kg', 'unit'],
    ['of thousands', sizes, '1,000 g', '1 kg', 'unit'],
    ['of many thousands', proposer(['1200000']), '1,200,000', '1200000', 'number'],
    ['the same range', proposer(['3-6 Months', '36 Months']), '3 – 6 months', '3-6 Months', 'case'],
    ['the same power', proposer(['+2.00', '-2.00']), '\u22122.00', '-2.00', 'case'],
    ['the same fraction', proposer(['5 1/2', '51/2']), '5½', '5 1/2', 'case'],
  ])('is %s', (_title, propose, value, expected, why) => expect(propose(value)).toEqual({ value: expected, why }))
  it.each([
    ['another number', sizes, '52 mm'],
    ['a number without its unit', sizes, '50'],
    ['one of two that are as near', mounts, 'Canon EF-X'],
    ['another first letter', proposer(['Living room']), 'Dining Room'],
    ['nothing alike', mounts, 'Leica L'],
    ['nothing', mounts, ' - '],
    ['another number in a name', proposer(['iPhone 12']), 'iPhone 13'],
    ['a number for a range', proposer(['36 Months']), '3-6 months'],
    ['a number for a fraction', proposer(['12', '1-2']), '1/2'],
    ['a positive number for a negative one', proposer(['2.00', '+2.00']), '-2.00'],
    ['another size', proposer(['XXXL']), 'XXL'],
    ['the opposite', proposer(['Scented', 'Not Waterproof']), 'Unscented'],
    ['what denies it', proposer(['Not Waterproof']), 'waterproof'],
    ['one for a thousand', proposer(['1 ml']), '1,000 ml'],
    ['one or a thousand, where both may be meant', proposer(['1 ml', '1000 ml', '1,000 ml', '1 l']), '1.000 ml'],
    ['what may be one or a thousand', proposer(['1.000 ml']), '1 ml'],
    ['a number for two that stand apart', proposer(['36 cm']), '3 / 6 cm'],
  ])('is not %s', (_title, propose, value) => expect(propose(value)).toBeUndefined())
  it('is found quickly among thousands, also for long and strange texts', () => {
    const many = proposer(Array.from({ length: 5000 }, (_, n) => `Value ${n.toString(36)} of the list`))
    expect(many('VALUE zz OF THE LIST')?.value).toBe('Value zz of the list')
    expect(many(`${'ا'.repeat(900)}🙂<script>`)).toBeUndefined()
  })
  it('is measured by what has to be typed', () => {
    expect([likeness('abcd', 'abcd'), likeness('abcd', 'abxd'), likeness('', '')]).toEqual([1, 0.75, 1])
  })
})
