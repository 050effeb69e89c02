import { type Editor, Extension, InputRule } from '@tiptap/core'
import { gapCursor } from '@tiptap/pm/gapcursor'
import { history, redo, undo } from '@tiptap/pm/history'
import { DOMParser as Reader, type Node } from '@tiptap/pm/model'
import { Plugin, PluginKey, type EditorState } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import { nameKey } from '#domain/products/attributes/values.ts'
import { type Typed, typedMention } from '../mentions/mention.ts'
import { pasted, pastedText } from './paste.ts'

/** What the editor asks of the page around it, as it is at that moment. */
export interface Around {
  /** By `nameKey`; without them nobody knows what has a value. */
  values: () => ReadonlyMap<string, string> | undefined
  /** A mention is being typed, or no longer. */
  onTyped: (typed: Typed | null) => void
  /** A key went down. @returns whether the list of attributes took it */
  onKey: (event: KeyboardEvent) => boolean
}

/** The mention before the caret; `at` is a place in the document. */
function typedIn({ selection: { empty, $from } }: EditorState): Typed | null {
  if (!empty || !$from.parent.isTextblock) return null
  const typed = typedMention($from.parent.textBetween(0, $from.parentOffset, '\n', '\n'), $from.parentOffset)
  return typed && { ...typed, at: $from.start() + typed.at }
}

const mentions = ({ onTyped, onKey }: Around) =>
  new Plugin({
    view: () => ({
      update: (view) => onTyped(view.hasFocus() ? typedIn(view.state) : null),
      destroy: () => onTyped(null),
    }),
    props: {
      handleKeyDown: (_, event) => onKey(event),
      handleDOMEvents: {
        focus: (view) => onTyped(typedIn(view.state)),
        blur: () => onTyped(null),
      },
    },
  })

const valuesKey = new PluginKey<DecorationSet>('values')

/** Shows on each chip what it becomes, and marks those that have no value. */
const chipValues = ({ values }: Around) => {
  const shown = (doc: Node) => {
    const known = values()
    const decorations: Decoration[] = []
    doc.descendants((node, at) => {
      if (node.type.name !== 'chip') return
      const name = String(node.attrs['name']).trim()
      const value = known?.get(nameKey(name))?.trim()
      const says = known ? { title: value || `${name} has no value`, 'data-missing': String(!value) } : {}
      decorations.push(Decoration.node(at, at + node.nodeSize, says))
    })
    return DecorationSet.create(doc, decorations)
  }
  return new Plugin<DecorationSet>({
    key: valuesKey,
    state: {
      init: (_, { doc }) => shown(doc),
      apply: (tr, now) => (tr.docChanged || tr.getMeta(valuesKey) ? shown(tr.doc) : now),
    },
    props: { decorations: (state) => valuesKey.getState(state) },
  })
}

/** To be called when values have changed. */
export const showValues = (view: EditorView) => view.dispatch(view.state.tr.setMeta(valuesKey, true))

const paste = () =>
  new Plugin({
    props: {
      transformPastedHTML: pasted,
      clipboardTextParser: (text, context, _, view) =>
        Reader.fromSchema(view.state.schema).parseSlice(pastedText(text), { preserveWhitespace: true, context }),
    },
  })

const step =
  (command: typeof undo) =>
  ({ editor }: { editor: Editor }) =>
    command(editor.state, editor.view.dispatch)

const outOfList = ({ editor }: { editor: Editor }) => {
  const { empty, $from } = editor.state.selection
  const first = $from.depth > 1 && $from.node(-1).type.name === 'listItem' && $from.index(-1) === 0
  return empty && $from.parentOffset === 0 && first && editor.commands.liftListItem('listItem')
}

/** Keys, undo, paste and mentions. Tab is nobody's: it leads out of the editor. */
export const behaviour = (around: Around) =>
  Extension.create({
    name: 'behaviour',
    priority: 1000,
    addKeyboardShortcuts: () => ({
      'Mod-b': ({ editor }) => editor.commands.toggleMark('bold'),
      'Mod-i': ({ editor }) => editor.commands.toggleMark('italic'),
      'Mod-u': ({ editor }) => editor.commands.toggleMark('underline'),
      'Mod-z': step(undo),
      'Mod-y': step(redo),
      'Mod-Shift-z': step(redo),
      Enter: ({ editor }) => editor.commands.splitListItem('listItem'),
      'Shift-Enter': ({ editor }) => editor.commands.insertContent({ type: 'hardBreak' }),
      'Mod-]': ({ editor }) => editor.commands.sinkListItem('listItem'),
      'Mod-[': ({ editor }) => editor.commands.liftListItem('listItem'),
      Backspace: outOfList,
    }),
    addInputRules: () => [
      new InputRule({
        find: /\{\{([^{}]+)\}\}$/,
        handler: ({ range, match, chain }) => {
          chain()
            .deleteRange(range)
            .insertContent({ type: 'chip', attrs: { name: match[1] } })
            .run()
        },
      }),
      new InputRule({
        find: /^\s*[-*] $/,
        handler: ({ range, chain }) => void chain().deleteRange(range).toggleList('bulletList', 'listItem').run(),
      }),
      new InputRule({
        find: /^\s*1\. $/,
        handler: ({ range, chain }) => void chain().deleteRange(range).toggleList('orderedList', 'listItem').run(),
      }),
    ],
    addProseMirrorPlugins: () => [mentions(around), chipValues(around), paste(), history(), gapCursor()],
  })
