import type { Step } from './range.ts'

/** What a key means to a table of cells. */
export type KeyAction =
  | { do: 'extend'; step: Step; edge: boolean }
  | { do: 'clear' | 'fill-down' | 'fill-range' | 'undo' | 'redo' | 'all' | 'toggle' | 'open' | 'collapse' | 'note' }
  /** While typing: accept the entry, then do this. */
  | { do: 'commit'; next: 'right' | 'left' | 'stay' | 'range' }

export interface Pressed {
  key: string
  ctrl: boolean
  shift: boolean
  alt: boolean
}
export interface Where {
  editing: boolean
  /** Whether the focused cell can be changed. */
  editable: boolean
  /** Whether it is the check box or a yes-no. */
  toggles: boolean
}

const steps: Record<string, Step> = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' }

/** The action of a key, or undefined where the grid's own behaviour is right: moving, beginning to type, Enter, Escape. */
export function actionOf(
  { key, ctrl, shift, alt }: Pressed,
  { editing, editable, toggles }: Where,
): KeyAction | undefined {
  if (editing) return typing(key, ctrl, shift)
  const step = steps[key]
  if (step) return shift ? { do: 'extend', step, edge: ctrl } : undefined
  if (alt) return key === 'Enter' ? { do: 'note' } : undefined
  if (ctrl) return withControl(key.toLowerCase(), shift)
  switch (key) {
    case 'Delete':
    case 'Backspace':
      return { do: 'clear' }
    case ' ':
      return toggles || shift ? { do: 'toggle' } : undefined
    case 'Enter':
      return editable ? undefined : { do: toggles ? 'toggle' : 'open' }
    case 'Escape':
      return { do: 'collapse' }
    default:
      return undefined
  }
}

function typing(key: string, ctrl: boolean, shift: boolean): KeyAction | undefined {
  if (key === 'Tab') return { do: 'commit', next: shift ? 'left' : 'right' }
  if (ctrl && key === 'Enter') return { do: 'commit', next: 'range' }
  return ctrl && key.toLowerCase() === 's' ? { do: 'commit', next: 'stay' } : undefined
}

function withControl(key: string, shift: boolean): KeyAction | undefined {
  switch (key) {
    case 'z':
      return { do: shift ? 'redo' : 'undo' }
    case 'y':
      return { do: 'redo' }
    case 'd':
      return { do: 'fill-down' }
    case 'a':
      return { do: 'all' }
    case 'enter':
      return { do: 'fill-range' }
    default:
      return undefined
  }
}
