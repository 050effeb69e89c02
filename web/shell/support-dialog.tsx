import { Modal } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { SupportForm } from './support-form.tsx'

/** Nothing of it is loaded before it is first asked for. */
let state: 'unused' | 'closed' | 'open' = 'unused'
const listeners = new Set<() => void>()
const set = (next: typeof state) => {
  state = next
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export function openSupport(): void {
  // A dialog that is there already when it opens knows what had the focus, and gives it back.
  if (state === 'unused') set('closed')
  queueMicrotask(() => set('open'))
}

/** Writes to whoever looks after this installation (NAV-090..NAV-113). What was typed stays until it is sent, also when closed. */
export function SupportDialog() {
  const now = useSyncExternalStore(subscribe, () => state)
  const opened = now === 'open'
  if (now === 'unused') return null
  return (
    <Modal opened={opened} onClose={() => set('closed')} title="Contact Support" size={620} keepMounted>
      <SupportForm opened={opened} onClose={() => set('closed')} />
    </Modal>
  )
}
