import { z } from 'zod'
import { HTML_LENGTH } from './products/fields.ts'

/**
 * How much work the markup of one text may make, about microseconds: a page of a thousand styled passages or four thousand
 * plain tags. Cleaning takes quadratic time in tags that are left open; up to here that is no more than a moment.
 */
const MOST_MARKUP = 50_000
export const TOO_MUCH_MARKUP = 'This HTML is too complex. Simplify its formatting, or paste it as plain text.'

/** What begins an attribute, a declaration of a style, or a part of its value. */
const costly = new Set([...' \t\n\r\f=;:{(/'].map((character) => character.charCodeAt(0)))
const [AMPERSAND, OPEN, CLOSE] = [38, 60, 62]
const COST = { tag: 12, reference: 4, part: 4, plain: 0.1 }

/** The work that the markup of a text makes for whoever cleans it. Looks at each character once; plain text costs nothing. */
export function markupOf(html: string): number {
  let [work, inside] = [0, false]
  for (let at = 0; at < html.length; at += 1) {
    const c = html.charCodeAt(at)
    if (c === OPEN) {
      work += COST.tag
      inside = true
    } else if (c === AMPERSAND) work += COST.reference
    else if (c === CLOSE) inside = false
    else if (inside) {
      work += costly.has(c) ? COST.part : COST.plain
    }
  }
  return work
}

export const isCleanable = (html: string) => html.length <= 2 * HTML_LENGTH && markupOf(html) <= MOST_MARKUP

/** Texts of one request together: each is bounded, and so are all. */
const MOST_TOGETHER = 10 * MOST_MARKUP
export const areCleanable = (texts: readonly string[]) =>
  texts.reduce((sum, text) => sum + markupOf(text), 0) <= MOST_TOGETHER

/** A description's HTML as somebody gives it, before it is cleaned. */
export const Html = z.string().max(HTML_LENGTH).refine(isCleanable, TOO_MUCH_MARKUP)
