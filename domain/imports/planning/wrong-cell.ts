/** A cell that cannot be taken: where it is, what it says, and why. */
export interface WrongCell {
  line: number
  column: string
  value: string
  problem: string
}

const repetition = (sku: string) => `SKU ${sku} is already on line `
/** Why the second row of a SKU is refused: nobody knows which of the two is meant. @param line the first one's */
export const repeatedSku = (sku: string, line: number): string => `${repetition(sku)}${line}.`

/** The cell whose SKU an earlier row has, where that is why the row is refused. @param column the file's column of SKUs */
export const repeatedCell = (
  { line, sku }: { line: number; sku: string },
  problem: string | undefined,
  column: string | undefined,
): WrongCell[] =>
  column !== undefined && problem?.startsWith(repetition(sku)) ? [{ line, column, value: sku, problem }] : []
