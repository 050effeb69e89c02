import { Modal } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { SupportForm } from './support-form.tsx'

let open = false
/** Nothing of it is loaded before it is first asked for. */
let used = false
const listeners = new Set<() => void>()
const set = (next: boolean) => {
  open = next
  used ||= next
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const openSupport = () => set(true)

/** Writes to whoever looks after this installation (NAV-090..NAV-113). What was typed stays until it is sent, also when closed. */
export function SupportDialog() {
  const opened = useSyncExternalStore(subscribe, () => open)
  if (!used) return null
  return (
    <Modal opened={opened} onClose={() => set(false)} title="Contact Support" size={620} keepMounted>
      <SupportForm opened={opened} onClose={() => set(false)} />
    </Modal>
  )
}
