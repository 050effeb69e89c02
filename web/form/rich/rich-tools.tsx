import { Button, Menu, Popover, TextInput } from '@mantine/core'
import type { Editor } from '@tiptap/core'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { safeAddress } from '#domain/html/clean.ts'
import { Icon } from '#web/ui/images/icon.tsx'
import { AttributeMenu } from '../mentions/attribute-menu.tsx'
import { ToolButton } from '../toolbar.tsx'
import { insertAllReferences, insertReference } from './editor.ts'
import { redo, redoDepth, undo, undoDepth } from '@tiptap/pm/history'
import classes from './rich.module.css'

const marks = [
  ['bold', 'Bold', 'Ctrl B', <b key="b">B</b>],
  ['italic', 'Italic', 'Ctrl I', <i key="i">I</i>],
  ['underline', 'Underline', 'Ctrl U', <u key="u">U</u>],
  ['strike', 'Strikethrough', '', <s key="s">S</s>],
] as const

const styles: readonly [label: string, tag: string | null][] = [
  ['Paragraph', null],
  ['Heading 1', 'h1'],
  ['Heading 2', 'h2'],
  ['Heading 3', 'h3'],
]

/** What the tools show of the place where the caret is. */
const stateOf = (editor: Editor) =>
  JSON.stringify({
    on: [...marks.map(([mark]) => mark), 'bulletList', 'orderedList', 'link'].filter((name) => editor.isActive(name)),
    style: String(editor.getAttributes('heading')['tag'] ?? ''),
    undo: undoDepth(editor.state) > 0,
    redo: redoDepth(editor.state) > 0,
  })

interface Shown {
  on: string[]
  style: string
  undo: boolean
  redo: boolean
}

function useShown(editor: Editor): Shown {
  const now = useSyncExternalStore(
    (changed) => {
      editor.on('transaction', changed)
      return () => editor.off('transaction', changed)
    },
    () => stateOf(editor),
  )
  return JSON.parse(now) as Shown
}

/** The tools of the rich view. */
export function RichTools({ editor, names }: { editor: Editor; names: readonly string[] }) {
  const shown = useShown(editor)
  const tool = (label: string, name: string, sign: ReactNode, act: () => void, keys = '') => (
    <ToolButton
      key={label}
      label={label}
      title={keys ? `${label} (${keys})` : label}
      pressed={shown.on.includes(name)}
      onPress={act}
    >
      {sign}
    </ToolButton>
  )
  return (
    <>
      <StyleMenu editor={editor} tag={shown.style} />
      {marks.map(([name, label, keys, sign]) =>
        tool(label, name, sign, () => editor.chain().focus().toggleMark(name).run(), keys),
      )}
      {tool('Bulleted list', 'bulletList', <Icon name="listings" />, () =>
        editor.chain().focus().toggleList('bulletList', 'listItem').run(),
      )}
      {tool('Numbered list', 'orderedList', <Icon name="numbers" />, () =>
        editor.chain().focus().toggleList('orderedList', 'listItem').run(),
      )}
      <LinkTool editor={editor} on={shown.on.includes('link')} />
      <ToolButton label="Clear formatting" onPress={() => editor.chain().focus().unsetAllMarks().clearNodes().run()}>
        <span className={classes.clear}>T</span>
      </ToolButton>
      <ToolButton
        label="Undo"
        title="Undo (Ctrl Z)"
        disabled={!shown.undo}
        onPress={() => undo(editor.state, editor.view.dispatch)}
      >
        ↶
      </ToolButton>
      <ToolButton
        label="Redo"
        title="Redo (Ctrl Shift Z)"
        disabled={!shown.redo}
        onPress={() => redo(editor.state, editor.view.dispatch)}
      >
        ↷
      </ToolButton>
      <AttributeMenu
        names={names}
        onChoose={(name) => insertReference(editor, name)}
        onAll={() => insertAllReferences(editor, names)}
      />
    </>
  )
}

function StyleMenu({ editor, tag }: { editor: Editor; tag: string }) {
  const now = styles.find(([, style]) => style === tag)?.[0] ?? (tag ? `Heading ${tag.slice(1)}` : 'Paragraph')
  const choose = (next: string | null) => {
    const chain = editor.chain().focus()
    if (next) chain.setNode('heading', { tag: next }).run()
    else chain.setNode('paragraph', { bare: false }).run()
  }
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <button type="button" className={classes.style} aria-label={`Style: ${now}`}>
          {now} <Icon name="chevron-down" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {styles.map(([label, style]) => (
          <Menu.Item key={label} onClick={() => choose(style)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function LinkTool({ editor, on }: { editor: Editor; on: boolean }) {
  const [address, setAddress] = useState<string | null>(null)
  const hrefOf = () => (editor.getAttributes('link')['html'] as { href?: string } | undefined)?.href ?? ''
  const typed = address?.trim() ?? ''
  const safe = safeAddress(typed)
  const close = () => setAddress(null)
  const apply = () => {
    if (!typed || !safe) return
    const chain = editor.chain().focus().extendMarkRange('link')
    const attrs = { html: { href: typed } }
    if (editor.state.selection.empty && !on)
      chain.insertContent({ type: 'text', text: typed, marks: [{ type: 'link', attrs }] }).run()
    else chain.setMark('link', attrs).run()
    close()
  }
  return (
    <Popover opened={address !== null} onDismiss={close} trapFocus returnFocus withinPortal position="bottom-start">
      <Popover.Target>
        <ToolButton label="Link" pressed={on} onPress={() => setAddress(address === null ? hrefOf() : null)}>
          <Icon name="link" />
        </ToolButton>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={classes.link}>
          <TextInput
            label="Address of the link"
            placeholder="https://"
            value={address ?? ''}
            error={typed && !safe ? 'Begin it with https://, http:// or mailto:' : undefined}
            onChange={(event) => setAddress(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              apply()
            }}
          />
          <Button onClick={apply} disabled={!typed || !safe}>
            Apply
          </Button>
          {on && (
            <Button
              variant="default"
              onClick={() => {
                editor.chain().focus().extendMarkRange('link').unsetMark('link').run()
                close()
              }}
            >
              Remove
            </Button>
          )}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
