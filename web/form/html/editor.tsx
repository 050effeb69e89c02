import { Input } from '@mantine/core'
import { type ReactNode, useCallback, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import type { Editor } from '@tiptap/core'
import { useWritable } from '#web/may.tsx'
import { Icon } from '#web/ui/images/icon.tsx'
import { quietMs } from '#web/ui/layout/on-demand.tsx'
import { Segments } from '#web/ui/choices/segments.tsx'
import classes from '../form.module.css'
import { HtmlField } from './field.tsx'
import { HtmlPreview } from './preview.tsx'
import { asHtml, noteOf } from '../mentions/mention.ts'
import { MOST_RICH } from '../rich/elements.ts'
import type { Unfit } from '../rich/rich-text.tsx'
import { type Beginning, StillText } from '../rich/still-text.tsx'
import { Toolbar, ToolButton } from '../toolbar.tsx'

interface Props {
  label: string
  /** Its place in the address: `#description`. */
  id?: string
  value: string
  onChange: (value: string) => void
  /** Attributes that may be mentioned. */
  names: readonly string[]
  /** Values for the preview, by `nameKey`; without them references stay as they are. */
  values?: ReadonlyMap<string, string> | undefined
  /** What the list says beside an attribute, by `nameKey`, where there are no values: an example of one. */
  examples?: ReadonlyMap<string, string> | undefined
  required?: boolean
  error?: string | undefined
  description?: string
  onBlur?: () => void
}

type Rich = typeof import('../rich/rich.ts')['rich']

/** The rich view's script: it comes when somebody turns to a description, or once the page has been quiet for a while. */
let here: Rich | undefined

function useRich(writable: boolean) {
  const [state, setState] = useState<Rich | 'still' | 'asked' | 'failed'>(here ?? 'still')
  const free = useRef(Promise.resolve())
  const ask = useCallback(() => {
    setState((now) => (now === 'still' ? 'asked' : now))
    import('../rich/rich.ts').then(
      async ({ rich }) => {
        here = rich
        await free.current
        setState(rich)
      },
      () => setState('failed'),
    )
  }, [])
  useEffect(() => {
    if (!writable || here) return
    const quiet = setTimeout(ask, quietMs)
    return () => clearTimeout(quiet)
  }, [writable, ask])
  const wait = (done: Promise<void>) => {
    free.current = done
  }
  return { loaded: state, ask, wait }
}

const reasons: Record<'long' | 'failed', string> = {
  long: 'This description is too long for the visual editor, so you’re editing HTML.',
  failed: 'The visual editor couldn’t load, so you’re editing HTML. Reload the page to try again.',
}

const whyHtml = (why: Unfit | { why: 'failed' }) =>
  why.why === 'lost'
    ? `The visual editor would lose some of this HTML${why.tags.length ? `: ${why.tags.map((tag) => `<${tag}>`).join(', ')}` : ''}.`
    : reasons[why.why]

/** What was done in the text before its editor was there, kept until somebody takes it. */
function useBegun() {
  const begun = useRef<Beginning | null>(null)
  return {
    look: () => begun.current,
    keep: (beginning: Beginning | null) => {
      begun.current = beginning
    },
  }
}

/** Which of the three views is shown, and why it is the HTML when nobody asked for it. */
function useView(writable: boolean, value: string) {
  const [raw, setRaw] = useState(value.length > MOST_RICH)
  const [preview, setPreview] = useState(false)
  const [unfit, setUnfit] = useState<Unfit | null>(raw ? { why: 'long' } : null)
  const { loaded, ask, wait } = useRich(writable)
  const view: View = preview || !writable ? 'preview' : raw || loaded === 'failed' ? 'html' : 'rich'
  const why = loaded === 'failed' ? ({ why: 'failed' } as const) : unfit
  return {
    view,
    loaded,
    ask,
    wait,
    why: view === 'html' && why ? whyHtml(why) : null,
    showPreview: setPreview,
    toggleHtml: () => setRaw(!raw),
    /** The editor shows it whole. */
    onFit: () => setUnfit(null),
    onUnfit: (problem: Unfit) => {
      setUnfit(problem)
      setRaw(true)
    },
  }
}
type View = 'preview' | 'html' | 'rich'

/** A description, edited as it will be seen or as HTML, with `@` for attributes and a preview of what buyers see. */
export function HtmlEditor(props: Props) {
  const { label, value, onChange, names, values, examples, required = false, error, description, onBlur } = props
  const writable = useWritable()
  const { view, loaded, ask, wait, why, onFit, onUnfit, ...views } = useView(writable, value)
  const [editor, setEditor] = useState<Editor | null>(null)
  const made = useId()
  const id = props.id ?? made
  const begun = useBegun()
  const goOnAsHtml = useEffectEvent(() => {
    // The text turned out to be one for that view; what was written meanwhile is in it.
    if (begun.look()?.focused) document.getElementById(id)?.focus()
    begun.keep(null)
  })
  useLayoutEffect(() => {
    if (view === 'html') goOnAsHtml()
  }, [view])
  const left = () => {
    const html = asHtml(value)
    if (html !== value) onChange(html)
    onBlur?.()
  }
  const describedBy = [error && `${made}-error`, description && `${made}-hint`].filter(Boolean).join(' ') || undefined
  const field = {
    id,
    value,
    onChange,
    names,
    noteOf: noteOf(values, examples),
    required,
    describedBy,
    invalid: Boolean(error),
  }
  return (
    <Input.Wrapper
      label={label}
      labelElement={view === 'html' ? 'label' : 'div'}
      labelProps={{
        id: `${made}-label`,
        ...(view === 'html'
          ? { htmlFor: id }
          : { onClick: () => (editor ? editor.commands.focus() : document.getElementById(id)?.focus()) }),
      }}
      errorProps={{ id: `${made}-error` }}
      descriptionProps={{ id: `${made}-hint` }}
      required={required}
      error={error}
      description={description}
    >
      <div className={classes.editor} data-error={Boolean(error) || undefined}>
        {writable && (
          <div className={classes.tools}>
            {view !== 'preview' && (
              <Formatting label={label} view={view} onToggleHtml={views.toggleHtml}>
                {view === 'rich' && editor && typeof loaded === 'object' && (
                  <loaded.RichTools editor={editor} names={names} />
                )}
              </Formatting>
            )}
            <Segments
              aria-label={`Edit or preview the ${label.toLowerCase()}`}
              value={view === 'preview' ? 'Preview' : 'Edit'}
              data={['Edit', 'Preview']}
              onChange={(next) => views.showPreview(next === 'Preview')}
            />
          </div>
        )}
        <Why text={why} />
        {view === 'preview' && <HtmlPreview label={`${label} preview`} html={asHtml(value)} values={values} />}
        {view === 'html' && <HtmlField {...field} onBlur={left} />}
        {view === 'rich' &&
          (typeof loaded === 'object' ? (
            <loaded.RichText
              {...field}
              labelId={`${made}-label`}
              values={values}
              begun={begun}
              onBlur={() => onBlur?.()}
              onOpen={(opened) => {
                setEditor(opened)
                if (opened) onFit()
              }}
              onUnfit={onUnfit}
            />
          ) : (
            <StillText
              {...field}
              labelId={`${made}-label`}
              values={values}
              busy={loaded === 'asked'}
              onAsk={ask}
              onComposing={wait}
              onLeave={begun.keep}
            />
          ))}
      </div>
    </Input.Wrapper>
  )
}

interface FormattingProps {
  label: string
  view: View
  onToggleHtml: () => void
  children: ReactNode
}

const Formatting = ({ label, view, onToggleHtml, children }: FormattingProps) => (
  <Toolbar className={classes.toolbar} label={`Formatting for the ${label.toLowerCase()}`}>
    {children}
    <ToolButton
      label="HTML"
      title={view === 'html' ? 'Use the visual editor' : 'Edit HTML'}
      pressed={view === 'html'}
      onPress={onToggleHtml}
    >
      <Icon name="code" />
    </ToolButton>
  </Toolbar>
)

const Why = ({ text }: { text: ReactNode }) => (
  <div role="status" className={classes.why}>
    {text}
  </div>
)
