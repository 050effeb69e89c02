import { describe, expect, it } from 'vitest'
import { allReferences, asHtml, insertAt, matchingNames, shownText, typedMention } from './mention.ts'

describe('typing @', () => {
  it('PRO-244 begins a mention at the start of a word', () => {
    expect(typedMention('Mount @Fo', 9)).toEqual({ at: 6, query: 'Fo' })
    expect(typedMention('@', 1)).toEqual({ at: 0, query: '' })
    expect(typedMention('<p>@Filter Si', 13)).toEqual({ at: 3, query: 'Filter Si' })
  })
  it('leaves addresses of mails alone', () => expect(typedMention('a@b', 3)).toBeNull())
  it('PRO-245 shows up to 100 suggestions', () => {
    expect(
      matchingNames(
        Array.from({ length: 150 }, (_, n) => `Name ${n}`),
        'name',
      ),
    ).toHaveLength(100)
  })
  it('PRO-246 puts prefix matches first', () => {
    expect(matchingNames(['Country of Origin', 'Focal Length', 'Origin', 'Brand'], 'or')).toEqual([
      'Origin',
      'Country of Origin',
    ])
  })
})

describe('the tools', () => {
  it('insert in the place of the selection', () => {
    expect(insertAt({ text: 'a @br z', from: 2, to: 5 }, '{{Brand}}')).toEqual({
      text: 'a {{Brand}} z',
      from: 11,
      to: 11,
    })
  })
  it('PRO-248 list all attributes', () => {
    expect(allReferences(['Brand', 'Size & fit'])).toBe(
      '<ul>\n  <li>Brand: {{Brand}}</li>\n  <li>Size &amp; fit: {{Size &amp; fit}}</li>\n</ul>',
    )
  })
})

it('PRO-252 a mention is shown as @name', () =>
  expect(shownText('{{Brand}} lens, {{ Filter Size }}')).toBe('@Brand lens, @Filter Size'))

describe('plain text', () => {
  it('becomes paragraphs', () => expect(asHtml('One\nline\n\nTwo')).toBe('<p>One<br>\nline</p>\n<p>Two</p>'))
  it('with tags is left alone', () => expect(asHtml('<p>One</p>\n\ntwo')).toBe('<p>One</p>\n\ntwo'))
})
