import { type SlipPaper, slipPapers } from '#contract/orders/slips.ts'
import { sheets } from '#domain/orders/slips/sheets.ts'

export const paperChoices: readonly { value: SlipPaper; label: string }[] = slipPapers.map((value) => ({
  value,
  label: sheets[value].name,
}))
