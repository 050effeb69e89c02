/** A cell that cannot be taken: where it is, what it says, and why. */
export interface WrongCell {
  line: number
  column: string
  value: string
  problem: string
}
