export interface SidePanelState {
  id: string
  open: boolean
  /** Whether it is a drawer; a drawer is never open by itself. */
  narrow: boolean
  toggle: () => void
  close: () => void
  openerId: string
}
