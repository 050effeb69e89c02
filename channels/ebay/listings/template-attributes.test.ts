import { describe, expect, it } from 'vitest'
import { EbayAspect } from '#contract/channels/shapes/ebay.ts'
import { templateAttributes } from './template-attributes.ts'

const aspect = (localizedAspectName: string, constraint: object = {}, values: string[] = []) =>
  EbayAspect.parse({
    localizedAspectName,
    aspectConstraint: constraint,
    aspectValues: values.map((localizedValue) => ({ localizedValue })),
  })

describe('TPL-041 a template for categories has their aspects as attributes', () => {
  it('with requirement level and options, required ones first', () => {
    const made = templateAttributes([
      [
        aspect('Pattern', {}, ['Solid', 'Striped', 'Solid']),
        aspect('Theme', { aspectUsage: 'RECOMMENDED' }),
        aspect('Inseam', { aspectRequired: true, aspectUsage: 'RECOMMENDED', aspectDataType: 'NUMBER' }, ['30']),
      ],
    ])
    expect(made).toEqual([
      { name: 'Inseam', type: 'number', defaultValue: '', constraint: 'required', options: ['30'] },
      { name: 'Theme', type: 'text', defaultValue: '', constraint: 'recommended', options: [] },
      { name: 'Pattern', type: 'text', defaultValue: '', constraint: 'optional', options: ['Solid', 'Striped'] },
    ])
  })
  it('of several categories each name once, as the strictest asks, with the options of all', () => {
    const made = templateAttributes([
      [aspect('Size', {}, ['S', 'M']), aspect('Depth', { aspectDataType: 'NUMBER' })],
      [aspect('size', { aspectRequired: true }, ['M', 'L']), aspect('Depth')],
    ])
    expect(made).toEqual([
      { name: 'Size', type: 'text', defaultValue: '', constraint: 'required', options: ['S', 'M', 'L'] },
      { name: 'Depth', type: 'text', defaultValue: '', constraint: 'optional', options: [] },
    ])
  })
  it('leaves out what a template cannot hold', () => {
    const made = templateAttributes([
      [aspect('x'.repeat(101)), aspect(' '), aspect('Fabric', {}, ['', ' ', 'x'.repeat(501), ' Wool '])],
    ])
    expect(made.map(({ name, options }) => [name, options])).toEqual([['Fabric', ['Wool']]])
  })
})
