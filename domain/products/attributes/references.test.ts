import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pieces, previewOf, renameReferences, resolve } from './references.ts'
import { valuesOf } from './values.ts'

const values = valuesOf({
  attributes: [
    { name: 'Brand', value: 'Acme' },
    { name: 'Ship Weight', value: '2 lb' },
    { name: 'Empty', value: '' },
    { name: 'R&D', value: '<b>"Lab"</b>' },
  ],
  bin: 'A-7',
})

describe('resolve', () => {
  it.each([
    ['{{Brand}} mug', 'Acme mug'],
    ['{{ brand }} and {{BRAND}}', 'Acme and Acme'],
    ['{{ship weight}}', '2 lb'],
    ['in {{Bin}}', 'in A-7'],
    ['<a href="{{Brand}}">x</a>', '<a href="Acme">x</a>'],
    ['no references', 'no references'],
    ['{ {Brand} } {{}} {Brand}', '{ {Brand} } {{}} {Brand}'],
  ])('PRO-251 %s', (text, expected) => {
    expect(resolve(text, values)).toEqual({ text: expected, unresolved: [] })
  })
  it('PRO-252 names without a value stay and are listed once', () => {
    expect(resolve('{{Size}} {{ Size }} {{Empty}}', values)).toEqual({
      text: '{{Size}} {{ Size }} {{Empty}}',
      unresolved: ['Size', 'Empty'],
    })
  })
  it('PRO-251 a value is text: in HTML it is escaped, and an escaped name is found', () => {
    expect(resolve('<p>{{R&amp;D}}</p>', values, 'html').text).toBe('<p>&lt;b&gt;&quot;Lab&quot;&lt;/b&gt;</p>')
    expect(resolve('{{R&D}}', values).text).toBe('<b>"Lab"</b>')
  })
  it('PRO-251 a value is not looked through again', () => {
    expect(
      resolve(
        '{{a}}',
        new Map([
          ['a', '{{b}}'],
          ['b', 'deep'],
        ]),
      ).text,
    ).toBe('{{b}}')
  })
  it('PRO-251 a hard space inside the braces is a space', () => {
    expect(resolve('{{Ship&nbsp;Weight}}', values, 'html').text).toBe('2 lb')
  })
})

it('reading a reference looks at each character a few times only, whatever stands in its braces', () => {
  // Looking at each once more for every other one would outlast the time limit of tests many times.
  for (const part of ['<', '{{', ' ', '&'])
    expect(typeof resolve(`{{${part.repeat(1_000_000)}}}`, values, 'html').text).toBe('string')
})

it('PRO-251 references follow a renamed attribute', () => {
  expect(renameReferences('{{ color }} {{Size}} Color', 'Color', 'Colour')).toBe('{{Colour}} {{Size}} Color')
})

describe('a text in parts', () => {
  it('PRO-251 holds its references as they are written', () =>
    expect(pieces('a {{ Brand }}{{R&D}} {{}} b')).toEqual(['a ', { name: ' Brand ' }, { name: 'R&D' }, ' {{}} b']))
  it('PRO-252 is read with what is known, and what has no value is marked where it can be seen', () =>
    expect(previewOf('<p title="{{Empty}}">{{Brand}} {{Empty}} {{<b>New</b>}}</p>', values)).toEqual({
      text: '<p title="{{Empty}}">Acme <mark title="No value yet">@Empty</mark> {{<b>New</b>}}</p>',
      unresolved: ['Empty', 'New'],
    }))
})

describe('whatever stands in a text', () => {
  const names = ['Brand', 'Ship Weight', 'Size', 'R&D']
  const part = fc.oneof(
    fc.constantFrom('{{', '}}', '{', '}', '<b>', '&amp;', '💡', 'שלום', '$&', '$1', '\\'),
    fc.string({ maxLength: 6 }),
    fc.constantFrom(...names).map((name) => `{{ ${name} }}`),
  )
  const text = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(''))
  const dictionary = fc.dictionary(fc.constantFrom(...names), fc.string({ maxLength: 8 }))
  const toValues = (all: Record<string, string>) =>
    valuesOf({ attributes: Object.entries(all).map(([name, value]) => ({ name, value })) })

  it('PRO-251 a text without braces stays as it is, to the sign', () =>
    fc.assert(
      fc.property(text, dictionary, (from, all) => {
        const plain = from.replaceAll('{', '(')
        expect(resolve(plain, toValues(all))).toEqual({ text: plain, unresolved: [] })
      }),
    ))

  it('PRO-251 PRO-252 each reference is either its value or still there by its name: none is dropped, nothing beside it changes', () =>
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...names), { maxLength: 8 }), dictionary, (mentioned, all) => {
        const values = toValues(all)
        const from = mentioned.map((name) => `|{{${name}}}|`).join(' ')
        const valueOf = (name: string) => (all[name]?.trim() ? (all[name] ?? '') : `{{${name}}}`)
        const { text: to, unresolved } = resolve(from, values)
        expect(to).toBe(mentioned.map((name) => `|${valueOf(name)}|`).join(' '))
        expect(new Set(unresolved)).toEqual(new Set(mentioned.filter((name) => !all[name]?.trim())))
      }),
    ))

  it('PRO-251 is read as by the expression for a reference, wherever braces stand', () =>
    fc.assert(
      fc.property(text, dictionary, (from, all) => {
        const values = toValues(all)
        const plain = from.replaceAll(/\{\{([^{}]+)\}\}/g, (written, inner: string) => {
          const value = values.get(
            inner
              .replaceAll(/<[^<>]*>/g, '')
              .replaceAll('&amp;', '&')
              .trim()
              .toLowerCase(),
          )
          return value?.trim() ? value : written
        })
        expect(resolve(from, values).text).toBe(plain)
      }),
      { numRuns: 500 },
    ))

  it('PRO-251 in HTML no value brings markup of its own', () =>
    fc.assert(
      fc.property(fc.string(), (value) => {
        const { text: to } = resolve('<p>{{Brand}}</p>', toValues({ Brand: value }), 'html')
        expect(to.slice(3, -4)).not.toMatch(/[<>"]/)
      }),
    ))
})
