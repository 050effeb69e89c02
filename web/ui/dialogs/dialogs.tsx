import { useSyncExternalStore } from 'react'
import { onDemand } from '../layout/on-demand.tsx'

const Host = onDemand(async () => (await import('./dialog-host.tsx')).DialogHost)
const listeners = new Set<() => void>()
let isRequested = false
let listens = () => {}
const listening = new Promise<void>((done) => {
  listens = done
})

/** To be awaited before the first `modals.open`, which nobody would hear before. @returns whether somebody does */
export async function dialogsReady(): Promise<boolean> {
  if (!(await Host.ready())) return false
  isRequested = true
  for (const listener of listeners) listener()
  await listening
  return true
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Questions to the user; their script comes with the first one. */
export const Dialogs = () => (useSyncExternalStore(subscribe, () => isRequested) ? <Host onReady={listens} /> : null)
