import { Modal, type ModalProps } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { confirm } from './confirm.tsx'

/**
 * A dialog with fields. Once something is typed, a press beside it, Escape, Back or a reload asks before it is lost; its own Cancel and what
 * closes it after saving call `onClose` themselves and ask nothing.
 */
export function FormDialog({ onClose, children, title, ...rest }: ModalProps) {
  const [typed, setTyped] = useState(false)
  const asking = useRef(false)
  /** True when it may close. The question is itself a dialog, and what closes that one reaches this one too. */
  const sure = async () => {
    if (!typed) return true
    if (asking.current) return false
    asking.current = true
    const yes = await confirm({
      title: 'Close without saving?',
      body: 'What you typed will be lost.',
      confirm: 'Close',
      cancel: 'Keep typing',
      danger: true,
    })
    asking.current = false
    return yes
  }
  useBlocker({
    shouldBlockFn: async ({ action, current, next }) =>
      (action === 'BACK' || current.pathname !== next.pathname) && !(await sure()),
    enableBeforeUnload: () => typed,
  })
  return (
    <Modal {...rest} title={title} onClose={() => void sure().then((yes) => yes && onClose())}>
      <div onInput={() => setTyped(true)}>{children}</div>
    </Modal>
  )
}
