import { createSpotlight } from '@mantine/spotlight'
import { useEffect, useSyncExternalStore } from 'react'
import type { IconName } from '../ui/icons.ts'

/** Something the palette can do. */
export interface Command {
  id: string
  label: string
  group: string
  icon: IconName
  /** Other words one may look for. */
  keywords?: readonly string[]
  /** Shown at the right. */
  keys?: string
  run: () => void
}

export const [paletteStore, palette] = createSpotlight()
export const openPalette = () => palette.open()

let extra: readonly Command[] = []
const listeners = new Set<() => void>()
const set = (next: readonly Command[]) => {
  extra = next
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Offers a page's own actions in the palette while the page is shown. Give the same array as long as nothing changed. */
export function useCommands(commands: readonly Command[]): void {
  useEffect(() => {
    set([...extra, ...commands])
    return () => set(extra.filter((command) => !commands.includes(command)))
  }, [commands])
}

export const usePageCommands = (): readonly Command[] => useSyncExternalStore(subscribe, () => extra)
