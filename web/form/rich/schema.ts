import { type AnyExtension, Mark, Node } from '@tiptap/core'
import { type Attributes, keptAttributes } from '#domain/html/clean.ts'
import { attributesOf, chipMark, chipText } from './elements.ts'

/** Tag and attributes of an element, as far as the rules allow them. */
const tagAttribute = (tag: string) => ({
  tag: { default: tag, parseHTML: tagOf, rendered: false },
  html: {
    default: {},
    parseHTML: (element: Element) => keptAttributes(tagOf(element), attributesOf(element)),
    renderHTML: ({ html }: { html?: Attributes }) => html ?? {},
  },
})

const tagOf = (element: Element) => element.localName

interface Kind {
  tags: readonly [string, ...string[]]
  content?: string
  group?: string
  rest?: Partial<Parameters<typeof Node.create>[0] & object>
}

const node = (name: string, { tags, content, group, rest }: Kind) =>
  Node.create({
    name,
    ...(content === undefined ? {} : { content }),
    ...(group === undefined ? {} : { group }),
    ...rest,
    addAttributes: () => tagAttribute(tags[0]),
    parseHTML: () => tags.map((tag) => ({ tag })),
    renderHTML: ({ node: { attrs }, HTMLAttributes }) =>
      content === undefined ? [String(attrs['tag']), HTMLAttributes] : [String(attrs['tag']), HTMLAttributes, 0],
  })

/** A line of text. `bare`: inside its cell, list item or box without a tag of its own. */
const paragraph = Node.create({
  name: 'paragraph',
  group: 'block',
  content: 'inline*',
  priority: 1000,
  addAttributes: () => ({ ...tagAttribute('p'), bare: { default: true, parseHTML: () => false, rendered: false } }),
  parseHTML: () => [{ tag: 'p' }],
  renderHTML: ({ HTMLAttributes }) => ['p', HTMLAttributes, 0],
})

/** A reference to an attribute, whole or not at all. */
const chip = Node.create({
  name: 'chip',
  group: 'inline',
  inline: true,
  atom: true,
  selectable: true,
  addAttributes: () => ({
    name: { default: '', parseHTML: (element: Element) => element.getAttribute(chipMark) ?? '', rendered: false },
  }),
  parseHTML: () => [{ tag: `span[${chipMark}]`, priority: 60 }],
  renderHTML: ({ node: { attrs } }) => ['span', { [chipMark]: String(attrs['name']) }, chipText(String(attrs['name']))],
  renderText: ({ node: { attrs } }) => `{{${String(attrs['name'])}}}`,
})

const inline = { inline: true, group: 'inline' }

const nodes: readonly AnyExtension[] = [
  Node.create({ name: 'doc', topNode: true, content: 'block+' }),
  Node.create({ name: 'text', group: 'inline' }),
  paragraph,
  chip,
  node('heading', {
    tags: ['h2', 'h1', 'h3', 'h4', 'h5', 'h6'],
    content: 'inline*',
    group: 'block',
    rest: { defining: true },
  }),
  node('box', { tags: ['div', 'center', 'blockquote', 'figure'], content: 'block+', group: 'block' }),
  node('line', { tags: ['figcaption'], content: 'inline*', group: 'block' }),
  node('preformatted', {
    tags: ['pre'],
    content: 'inline*',
    group: 'block',
    rest: { whitespace: 'pre', code: true, defining: true },
  }),
  node('bulletList', { tags: ['ul'], content: 'listItem+', group: 'block' }),
  node('orderedList', { tags: ['ol'], content: 'listItem+', group: 'block' }),
  node('listItem', { tags: ['li'], content: 'block+', rest: { defining: true } }),
  node('definitions', { tags: ['dl'], content: '(term | definition)+', group: 'block' }),
  node('term', { tags: ['dt'], content: 'inline*' }),
  node('definition', { tags: ['dd'], content: 'block+' }),
  node('table', { tags: ['table'], content: '(caption | section)+', group: 'block', rest: { isolating: true } }),
  node('caption', { tags: ['caption'], content: 'inline*' }),
  node('section', { tags: ['tbody', 'thead', 'tfoot'], content: 'row*' }),
  node('row', { tags: ['tr'], content: 'cell*' }),
  node('cell', { tags: ['td', 'th'], content: 'block+', rest: { isolating: true } }),
  node('horizontalRule', { tags: ['hr'], group: 'block' }),
  node('hardBreak', { tags: ['br'], rest: { ...inline, selectable: false } }),
  node('image', { tags: ['img'], rest: { ...inline, draggable: true } }),
]

/** `several`: one inside another of the same kind says something of its own. */
const mark = (name: string, tags: readonly [string, ...string[]], several = false) =>
  Mark.create({
    name,
    ...(several ? { excludes: '' } : {}),
    inclusive: name !== 'link',
    addAttributes: () => tagAttribute(tags[0]),
    parseHTML: () => tags.map((tag) => ({ tag })),
    renderHTML: ({ mark: { attrs }, HTMLAttributes }) => [String(attrs['tag']), HTMLAttributes, 0],
  })

/** In the order in which they stand around words, the outermost first. */
const marks: readonly AnyExtension[] = [
  mark('link', ['a']),
  mark('font', ['font'], true),
  mark('span', ['span'], true),
  mark('bold', ['b', 'strong']),
  mark('italic', ['i', 'em']),
  mark('underline', ['u', 'ins']),
  mark('strike', ['s', 'strike', 'del']),
  mark('subscript', ['sub']),
  mark('superscript', ['sup']),
  mark('small', ['small']),
  mark('big', ['big']),
  mark('highlight', ['mark']),
  mark('code', ['code']),
]

/** What the rich view supports: every tag of the rules with all its attributes. */
export const schemaParts: readonly AnyExtension[] = [...nodes, ...marks]
