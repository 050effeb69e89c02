import { TOO_MUCH_MARKUP, isCleanable } from '#contract/html.ts'
import sanitize from 'sanitize-html'
import { invalid } from '../errors.ts'

const length = /^-?\d+(?:\.\d+)?(?:px|em|rem|pt|%)?$/
const lengths = /^(?:-?\d+(?:\.\d+)?(?:px|em|rem|pt|%)?|auto)(?:\s+(?:-?\d+(?:\.\d+)?(?:px|em|rem|pt|%)?|auto)){0,3}$/
const colour = /^(?:#[0-9a-f]{3,8}|[a-z]+|rgba?\([\d\s.,%/]+\)|hsla?\([\d\s.,%/deg]+\))$/i
const word = /^[a-z-]+$/i

/** What a marketplace's description may hold: text, tables, pictures, links; nothing that runs or leaves its place on the page. */
const rules: sanitize.IOptions = {
  allowedTags: [
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'p',
    'div',
    'span',
    'br',
    'hr',
    'blockquote',
    'pre',
    'code',
    'ul',
    'ol',
    'li',
    'dl',
    'dt',
    'dd',
    'b',
    'strong',
    'i',
    'em',
    'u',
    's',
    'strike',
    'del',
    'ins',
    'small',
    'big',
    'sub',
    'sup',
    'mark',
    'center',
    'font',
    'a',
    'img',
    'figure',
    'figcaption',
    'table',
    'caption',
    'thead',
    'tbody',
    'tfoot',
    'tr',
    'th',
    'td',
  ],
  allowedAttributes: {
    '*': ['style', 'align', 'title'],
    a: ['href', 'target', 'rel'],
    img: ['src', 'alt', 'width', 'height'],
    font: ['color', 'size', 'face'],
    table: ['border', 'cellpadding', 'cellspacing', 'width'],
    td: ['colspan', 'rowspan', 'width', 'valign'],
    th: ['colspan', 'rowspan', 'width', 'valign', 'scope'],
    ol: ['start', 'type'],
  },
  // Deeper than any page; what is nested deeper costs more with each level.
  nestingLimit: 100,
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedStyles: {
    '*': {
      color: [colour],
      'background-color': [colour],
      'text-align': [word],
      'vertical-align': [word],
      'font-weight': [/^(?:\d{3}|[a-z]+)$/],
      'font-style': [word],
      'font-size': [length, word],
      'font-family': [/^[\w\s,'"-]+$/],
      'text-decoration': [/^[a-z\s-]+$/],
      'line-height': [length, word],
      width: [length],
      height: [length],
      'max-width': [length],
      margin: [lengths],
      'margin-top': [lengths],
      'margin-right': [lengths],
      'margin-bottom': [lengths],
      'margin-left': [lengths],
      padding: [lengths],
      'padding-top': [lengths],
      'padding-right': [lengths],
      'padding-bottom': [lengths],
      'padding-left': [lengths],
      border: [/^[\w\s#.,()%-]+$/],
      'border-collapse': [word],
      'list-style-type': [word],
    },
  },
  transformTags: {
    a: (tagName, attribs) => ({
      tagName,
      attribs: attribs.target ? { ...attribs, rel: 'noopener noreferrer' } : attribs,
    }),
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
