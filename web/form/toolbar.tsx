import { ActionIcon } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, type Ref, useLayoutEffect, useRef } from 'react'

interface Props {
  label: string
  className?: string | undefined
  children: ReactNode
}

const toolsIn = (bar: HTMLElement) => [...bar.querySelectorAll<HTMLElement>('button')]

/** Tools in a row, one stop of Tab: the arrows, Home and End lead from one to the next. */
export function Toolbar({ label, className, children }: Props) {
  const bar = useRef<HTMLDivElement>(null)
  const last = useRef<HTMLElement | null>(null)
  const stop = (tool?: HTMLElement) => {
    if (!bar.current) return
    const tools = toolsIn(bar.current)
    last.current = tool ?? (last.current && tools.includes(last.current) ? last.current : (tools[0] ?? null))
    for (const item of tools) item.tabIndex = item === last.current ? 0 : -1
  }
  // Tools come and go with what is edited.
  useLayoutEffect(() => stop())
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const tools = toolsIn(event.currentTarget)
    const to = nextTool(event.key, tools.indexOf(event.target as HTMLElement), tools.length)
    if (to === null) return
    event.preventDefault()
    tools[to]?.focus()
  }
  return (
    <div
      ref={bar}
      role="toolbar"
      tabIndex={-1}
      aria-label={label}
      className={className}
      onKeyDown={onKeyDown}
      onFocus={(event) => {
        if (event.target !== event.currentTarget) stop(event.target)
      }}
    >
      {children}
    </div>
  )
}

/** Which tool a key leads to. @returns null where it leads nowhere */
export function nextTool(key: string, at: number, count: number): number | null {
  if (at < 0) return null
  if (key === 'ArrowRight') return (at + 1) % count
  if (key === 'ArrowLeft') return (at - 1 + count) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}

interface ToolProps {
  label: string
  title?: string
  pressed?: boolean
  /** It keeps the focus, so that the arrows still lead on from it. */
  disabled?: boolean
  onPress: () => void
  children: ReactNode
  ref?: Ref<HTMLButtonElement>
}

/** One tool. It acts on the selection, so a press of the mouse does not take the focus away from the text. */
export const ToolButton = ({ label, title = label, pressed, disabled = false, onPress, children, ref }: ToolProps) => (
  <ActionIcon
    ref={ref}
    aria-label={label}
    title={title}
    aria-pressed={pressed}
    aria-disabled={disabled || undefined}
    data-disabled={disabled || undefined}
    onMouseDown={(event) => event.preventDefault()}
    onClick={() => {
      if (!disabled) onPress()
    }}
  >
    {children}
  </ActionIcon>
)
