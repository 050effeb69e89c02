/**
 * What a description may hold: text, tables, pictures, links; nothing that runs or leaves its place on the page. The server cleans by this table
 * what it keeps, and the editor in the browser holds and pastes by it, so that nothing one of them takes is lost by the other.
 */
export const blockTags = [
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'p',
  'div',
  'hr',
  'blockquote',
  'pre',
  'ul',
  'ol',
  'li',
  'dl',
  'dt',
  'dd',
  'center',
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
] as const

/** Tags around words. */
export const wordTags = [
  'a',
  'b',
  'strong',
  'i',
  'em',
  'u',
  'ins',
  's',
  'strike',
  'del',
  'sub',
  'sup',
  'small',
  'big',
  'mark',
  'code',
  'font',
  'span',
] as const

export const allowedTags: readonly string[] = [...blockTags, ...wordTags, 'br', 'img']

/** Tags whose text goes with them. */
export const silentTags: readonly string[] = ['script', 'style', 'textarea', 'option', 'xmp']

/** Attributes of every tag under `*`, then those of one. */
export const allowedAttributes: Readonly<Record<string, readonly string[]>> = {
  '*': ['style', 'align', 'title'],
  a: ['href', 'target', 'rel'],
  img: ['src', 'alt', 'width', 'height'],
  font: ['color', 'size', 'face'],
  table: ['border', 'cellpadding', 'cellspacing', 'width'],
  td: ['colspan', 'rowspan', 'width', 'valign'],
  th: ['colspan', 'rowspan', 'width', 'valign', 'scope'],
  ol: ['start', 'type'],
}

export const allowedSchemes: readonly string[] = ['http', 'https', 'mailto']
/** Attributes whose value is a URL. */
export const addressAttributes: readonly string[] = ['href', 'src']
/** What a link says of itself where it opens elsewhere. */
export const foreignLink = 'noopener noreferrer'

/** Deeper than any page; what is nested deeper costs more with each level. */
export const deepestNesting = 100

const length = /^-?\d+(?:\.\d+)?(?:px|em|rem|pt|%)?$/
const lengths = /^(?:-?\d+(?:\.\d+)?(?:px|em|rem|pt|%)?|auto)(?:\s+(?:-?\d+(?:\.\d+)?(?:px|em|rem|pt|%)?|auto)){0,3}$/
const colour = /^(?:#[0-9a-f]{3,8}|[a-z]+|rgba?\([\d\s.,%/]+\)|hsla?\([\d\s.,%/deg]+\))$/i
const word = /^[a-z-]+$/i

/** Property → what its value may look like: one of these. */
export const allowedStyles: Readonly<Record<string, readonly RegExp[]>> = {
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
}
