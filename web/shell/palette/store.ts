import { createSpotlight } from '@mantine/spotlight'
import { type ReactNode, useSyncExternalStore } from 'react'
import type { IconName } from '../../ui/images/icons.ts'

/** A row of the palette: a page, an action or a record. */
export interface Command {
  id: string
  label: string
  group: string
  icon: IconName
  /** Stands in the place of the icon. */
  picture?: ReactNode
  /** Small, behind the label. */
  note?: string
  /** Other words that people use for it. */
  synonyms?: readonly string[]
  /** Offered by the page on screen. */
  here?: true
  /** Listed only when something is typed. */
  hidden?: true
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

const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const usePaletteIsComing = () => useSyncExternalStore(subscribe, paletteIsComing)

export const usePaletteIsOpen = (): boolean =>
  useSyncExternalStore(
    (listener) => paletteStore.subscribe(listener),
    () => paletteStore.getState().opened,
  )
