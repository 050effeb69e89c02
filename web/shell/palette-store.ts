import { createSpotlight } from '@mantine/spotlight'
import { useEffect, useRef, useSyncExternalStore } from 'react'
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

/** Offers a page's own actions in the palette while the page is shown; what runs is always their newest form. */
export function useCommands(commands: readonly Command[]): void {
  const latest = useRef(commands)
  useEffect(() => {
    latest.current = commands
  })
  const shown = commands.map(({ id, label }) => `${id} ${label}`).join('\n')
  useEffect(() => {
    const offered = latest.current.map((command, at) => ({ ...command, run: () => latest.current[at]?.run() }))
    set([...extra, ...offered])
    return () => set(extra.filter((command) => !offered.includes(command)))
  }, [shown])
}

export const usePageCommands = (): readonly Command[] => useSyncExternalStore(subscribe, () => extra)
