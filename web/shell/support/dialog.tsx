import { useEffect, useSyncExternalStore } from 'react'
import { onDemand } from '../../ui/layout/on-demand.tsx'

const SupportModal = onDemand(async () => (await import('./modal.tsx')).SupportModal)

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

export async function openSupport(): Promise<void> {
  if (!(await SupportModal.ready())) return
  // A dialog that is there already when it opens knows what had the focus, and gives it back.
  if (state === 'unused') set('closed')
  queueMicrotask(() => set('open'))
}

/** Writes to whoever looks after this installation (NAV-090..NAV-113). What was typed stays until it is sent, also when closed. */
export function SupportDialog() {
  const now = useSyncExternalStore(subscribe, () => state)
  // Whoever signs in next does not see the dialog that somebody else left open.
  useEffect(() => () => set('unused'), [])
  return now === 'unused' ? null : <SupportModal opened={now === 'open'} onClose={() => set('closed')} />
}
