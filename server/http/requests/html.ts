import { TOO_MUCH_MARKUP, isCleanable } from '#contract/html.ts'
import {
  addressAttributes,
  allowedAttributes,
  allowedSchemes,
  allowedStyles,
  allowedTags,
  deepestNesting,
  foreignLink,
  silentTags,
} from '#domain/html/rules.ts'
import sanitize from 'sanitize-html'
import { invalid } from '../../errors.ts'

/** The editor's rules as the cleaner takes them. */
const rules: sanitize.IOptions = {
  allowedTags: [...allowedTags],
  allowedAttributes: Object.fromEntries(Object.entries(allowedAttributes).map(([tag, names]) => [tag, [...names]])),
  nonTextTags: [...silentTags],
  nestingLimit: deepestNesting,
  allowedSchemes: [...allowedSchemes],
  allowedSchemesAppliedToAttributes: [...addressAttributes],
  allowedStyles: {
    '*': Object.fromEntries(Object.entries(allowedStyles).map(([property, patterns]) => [property, [...patterns]])),
  },
  transformTags: {
    a: (tagName, attribs) => ({ tagName, attribs: attribs.target ? { ...attribs, rel: foreignLink } : attribs }),
  },
}

/**
 * HTML that is safe to keep and to show. `{{references}}` survive, in a link's address too; run it again after they are replaced.
 * Its work is bounded by what is let in (`Html` of the contract): callers who take HTML from elsewhere ask `isCleanable` first.
 * @throws invalid_input at `description` where there is too much of it
 */
export function sanitise(html: string): string {
  if (!isCleanable(html)) throw invalid('description', TOO_MUCH_MARKUP)
  return /[<&]/.test(html) ? sanitize(html, rules) : html.replaceAll('>', '&gt;')
}

const decode = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

/** Texts are escaped once or twice; each round costs the length of the text, and a hostile one could ask for thousands. */
const MOST_ROUNDS = 10
const withoutTags = (html: string) => sanitize(html, { allowedTags: [], allowedAttributes: {} })

/** Far more than any line; a reference may bring in a whole page. */
const LINE_LENGTH = 5000

/** Text without tags, for one line of plain text such as a title. What is escaped too often stays escaped; what is longer than any line is cut. */
export function plainText(text: string): string {
  const now = unescaped(text.slice(0, LINE_LENGTH), MOST_ROUNDS)
  return now.replaceAll(/\s+/g, ' ').trim()
}

function unescaped(text: string, rounds: number): string {
  if (!/[<&]/.test(text)) return text
  const bare = withoutTags(text)
  if (rounds === 0) return bare
  const now = decode(bare)
  return now === text ? now : unescaped(now, rounds - 1)
}
