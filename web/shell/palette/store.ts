import { createSpotlight } from '@mantine/spotlight'
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'
import type { IconName } from '../../ui/images/icons.ts'

/** Something the palette can do. */
export interface Command {
  id: string
  label: string
  group: string
  icon: IconName
  /** Stands in the place of the icon. */
  picture?: ReactNode
  /** Small, behind the label. */
  note?: string
  /** Other words one may look for. */
  keywords?: readonly string[]
  /** Shown at the right. */
  keys?: string
  run: () => void
}

export const [paletteStore, palette] = createSpotlight()

/** The list is loaded and drawn before it opens: only a dialog that is there already knows what had the focus, and gives it back. */
let state: 'unused' | 'coming' | 'here' = 'unused'
export const paletteIsComing = () => state === 'coming'

export function openPalette(): void {
  if (state === 'here') return palette.open()
  state = 'coming'
  tell()
}

/** There is no list: what is typed is not for it. */
export function paletteMissing(): void {
  state = 'unused'
  tell()
}

/** Called by the list as soon as it is drawn. @returns what to call when it is no longer */
export function paletteHere(): () => void {
  if (state === 'coming') palette.open()
  state = 'here'
  tell()
  return paletteMissing
}

let extra: readonly Command[] = []
const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}
const set = (next: readonly Command[]) => {
  extra = next
  tell()
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
export const usePaletteIsComing = () => useSyncExternalStore(subscribe, paletteIsComing)

export const usePaletteIsOpen = (): boolean =>
  useSyncExternalStore(
    (listener) => paletteStore.subscribe(listener),
    () => paletteStore.getState().opened,
  )
