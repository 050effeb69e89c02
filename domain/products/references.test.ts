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
