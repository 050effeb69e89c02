import { type RefObject, useEffect, useEffectEvent } from 'react'
import { isPressed, shortcuts } from '#web/actions/shortcuts.ts'

/**
 * A scanner types wherever the focus is: what it types goes to its field, unless another field has the focus or a dialog is open.
 * Ctrl and Enter ship from everywhere.
 */
export function useKeys(field: RefObject<HTMLInputElement | null>, ship: () => void) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, target } = event
    if (!(target instanceof HTMLElement) || target.closest('[role="dialog"]') || event.altKey) return
    if (isPressed(shortcuts.finish, event)) {
      event.preventDefault()
      // A key that is held down has not been pressed twice.
      return event.repeat ? undefined : ship()
    }
    if (event.ctrlKey || event.metaKey || key.length !== 1 || key === shortcuts.help.key) return
    // A button that has the focus is pressed with the space bar.
    if (target.closest(key === ' ' ? 'input, textarea, select, button, a' : 'input, textarea, select')) return
    field.current?.focus()
  })
  useEffect(() => {
    // Not on a phone: its keyboard would cover the lines.
    if (matchMedia('(hover: hover)').matches) field.current?.focus()
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [field])
}
