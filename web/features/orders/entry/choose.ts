export interface Choose {
  /** The chosen products by id, with their SKUs. */
  onChange: (chosen: ReadonlyMap<number, string>) => void
}
