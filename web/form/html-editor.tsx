import { ActionIcon, Input, Menu, SegmentedControl, Textarea } from '@mantine/core'
import { useId, useRef, useState } from 'react'
import { useWritable } from '#web/may.tsx'
import { Icon } from '#web/ui/icon.tsx'
import classes from './form.module.css'
import { HtmlPreview } from './html-preview.tsx'
import { asHtml, type Edit, insertAt, listOf, referenceTo, wrap } from './mention.ts'
import { MentionList } from './mention-list.tsx'
import { useMentions } from './use-mentions.ts'

interface Props {
  label: string
  /** Its place in the address: `#description`. */
  id?: string
  value: string
  onChange: (value: string) => void
  /** Attributes that may be mentioned. */
  names: readonly string[]
  /** Values for the preview, by `nameKey`; without them references stay as they are. */
  values?: ReadonlyMap<string, string>
  required?: boolean
  error?: string
  description?: string
  onBlur?: () => void
}

/** A description as HTML: tools for the common tags, `@` for attributes, and a preview of what buyers see. */
export function HtmlEditor({
  label,
  id: given,
  value,
  onChange,
  names,
  values,
  required,
  error,
  description,
  onBlur,
}: Props) {
  const writable = useWritable()
  const [chosen, setPreview] = useState(false)
  const preview = chosen || !writable
  const field = useRef<HTMLTextAreaElement>(null)
  const mentions = useMentions({ field, value, onChange, names })
  const made = useId()
  const id = given ?? made
  return (
    <Input.Wrapper
      label={label}
      labelProps={{ htmlFor: id }}
      required={required}
      error={error}
      description={description}
    >
      <div className={classes.editor} data-error={Boolean(error) || undefined}>
        {writable && (
          <div className={classes.tools} role="toolbar" aria-label={`Formatting of the ${label.toLowerCase()}`}>
            {!preview && <Tools edit={mentions.edit} names={names} />}
            <SegmentedControl
              ml="auto"
              size="xs"
              aria-label={`Edit or preview the ${label.toLowerCase()}`}
              value={preview ? 'Preview' : 'Edit'}
              data={['Edit', 'Preview']}
              onChange={(next) => setPreview(next === 'Preview')}
            />
          </div>
        )}
        {preview ? (
          <HtmlPreview label={`${label} preview`} html={asHtml(value)} values={values} />
        ) : (
          <div className={classes.mentionField}>
            <Textarea
              id={id}
              ref={field}
              variant="unstyled"
              autosize
              minRows={6}
              maxRows={24}
              maxLength={500_000}
              classNames={{ input: classes.html }}
              required={required}
              aria-invalid={Boolean(error)}
              {...mentions.props}
              value={value}
              onChange={(event) => onChange(event.currentTarget.value)}
              onBlur={() => {
                mentions.props.onBlur()
                const html = asHtml(value)
                if (html !== value) onChange(html)
                onBlur?.()
              }}
            />
            {mentions.open && (
              <MentionList
                id={mentions.id}
                names={mentions.found}
                chosen={mentions.chosen}
                onChoose={mentions.choose}
              />
            )}
          </div>
        )}
      </div>
    </Input.Wrapper>
  )
}

interface ToolsProps {
  edit: (change: (now: Edit) => Edit) => void
  names: readonly string[]
}

/** Tools act on the selection, so a press must not take the focus away from the text. */
const keepFocus = { onMouseDown: (event: { preventDefault: () => void }) => event.preventDefault() }

function Tools({ edit, names }: ToolsProps) {
  const all = names.map((name) => `  <li>${name}: ${referenceTo(name)}</li>`).join('\n')
  return (
    <>
      <ActionIcon {...keepFocus} aria-label="Bold" onClick={() => edit((now) => wrap(now, '<b>', '</b>'))}>
        <b>B</b>
      </ActionIcon>
      <ActionIcon {...keepFocus} aria-label="Italic" onClick={() => edit((now) => wrap(now, '<i>', '</i>'))}>
        <i>I</i>
      </ActionIcon>
      <ActionIcon {...keepFocus} aria-label="Paragraph" onClick={() => edit((now) => wrap(now, '<p>', '</p>'))}>
        ¶
      </ActionIcon>
      <ActionIcon {...keepFocus} aria-label="Bulleted list" onClick={() => edit((now) => listOf(now, 'ul'))}>
        <Icon name="listings" />
      </ActionIcon>
      <ActionIcon {...keepFocus} aria-label="Numbered list" onClick={() => edit((now) => listOf(now, 'ol'))}>
        <Icon name="numbers" />
      </ActionIcon>
      <Menu position="bottom-start" withinPortal>
        <Menu.Target>
          <ActionIcon aria-label="Insert an attribute" disabled={names.length === 0}>
            @
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown className={classes.attributeMenu}>
          <Menu.Item onClick={() => edit((now) => insertAt(now, `<ul>\n${all}\n</ul>`))}>Add All Attributes</Menu.Item>
          <Menu.Divider />
          {names.map((name) => (
            <Menu.Item key={name} onClick={() => edit((now) => insertAt(now, referenceTo(name)))}>
              @{name}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
  )
}
