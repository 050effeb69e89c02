import { describe, expect, it } from 'vitest'
import { circlesOf, codeOf, importsOf } from './sources.ts'

const edges = (...pairs: string[]) =>
  pairs.map((pair) => ({ from: pair.charAt(0), to: pair.charAt(1), typeOnly: false }))

describe('the sources', () => {
  it('name what they import, by path or by package', () => {
    const text = `import { a } from '../b.ts'\nimport type { C } from '#contract/c.ts'\nconst d = await import('d')\nimport { s } from '#sandbox/s.ts'\n// import e from 'e'`
    expect(importsOf('web/x/y.ts', text)).toEqual([
      { from: 'web/x/y.ts', to: 'web/b.ts', typeOnly: false },
      { from: 'web/x/y.ts', to: 'contract/c.ts', typeOnly: true },
      { from: 'web/x/y.ts', to: 'd', typeOnly: false },
      { from: 'web/x/y.ts', to: 'packages/sandbox/s.ts', typeOnly: false },
    ])
  })

  it('are read without comments', () => {
    expect(codeOf('a /* b */ c // d\n// e\nf').replaceAll(/\s+/g, ' ').trim()).toBe('a c f')
  })

  it.each([
    ['no circle', edges('ab', 'bc', 'ac'), []],
    ['one', edges('ab', 'bc', 'ca', 'cd'), [['a', 'b', 'c']]],
    [
      'two that meet nowhere',
      edges('ab', 'ba', 'bc', 'cd', 'dc'),
      [
        ['c', 'd'],
        ['a', 'b'],
      ],
    ],
    ['two that share a file', edges('ab', 'ba', 'bc', 'cb'), [['a', 'b', 'c']]],
    ['a way back over a file that is done', edges('ab', 'ac', 'cb'), []],
  ])('import in %s', (_, imports, circles) => {
    expect(circlesOf(imports)).toEqual(circles)
  })
})
