import { Modal, type ModalProps } from '@mantine/core'
import { type MouseEvent, useRef } from 'react'
import { confirm } from './confirm.tsx'
import { useInvalidFocus } from './invalid-focus.ts'
import { useGuard } from './leave-guard.ts'

/**
 * A dialog with fields. Once something is typed or chosen, a press beside it, Escape, Back or a reload asks before it is lost; its own
 * Cancel and what closes it after saving call `onClose` themselves and ask nothing. A form that has gone from the dialog has nothing to lose.
 * When a submit is refused, the first field with an error gets the focus: in a long form it may lie out of sight.
 * @param dirty whether something is unsaved, where the form itself knows
 */
export function FormDialog({ onClose, dirty, children, ...rest }: ModalProps & { dirty?: boolean }) {
  const invalidFocus = useInvalidFocus()
  const touched = useRef(new Set<Element>())
  const asking = useRef(false)
  const touch = (field: Element) => void touched.current.add(field.closest('form') ?? field)
  /** The list of a field to choose from lies outside the dialog, but its events come through here. */
  const choose = ({ target, currentTarget }: MouseEvent) => {
    const inside = currentTarget.querySelector('form') ?? currentTarget
    if ((target as Element).closest('[role="option"]')) touch(inside)
  }
  const unsaved = () => dirty ?? [...touched.current].some((field) => field.isConnected)
  /** True when it may close. The question is itself a dialog, and what closes that one reaches this one too. */
  const sure = async () => {
    if (!unsaved()) return true
    if (asking.current) return false
    asking.current = true
    const yes = await confirm({
      title: 'Close without saving?',
      body: 'Your changes will be lost.',
      confirm: 'Close',
      cancel: 'Keep editing',
      danger: true,
      loses: true,
    })
    asking.current = false
    return yes
  }
  useGuard(unsaved, ({ action, current, next }) => action === 'BACK' || current.pathname !== next.pathname, sure)
  return (
    <Modal {...rest} onClose={() => void sure().then((yes) => yes && onClose())}>
      {/* A single element around the form: high dialogs stretch it and what is in it. */}
      <div
        {...invalidFocus}
        onInput={({ target }) => {
          invalidFocus.onInput()
          touch(target as Element)
        }}
        onClickCapture={choose}
      >
        {children}
      </div>
    </Modal>
  )
}
