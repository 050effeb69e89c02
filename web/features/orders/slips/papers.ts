import type { SlipPaper } from '#contract/orders/slips.ts'

export const paperNames: Record<SlipPaper, string> = { a4: 'A4', letter: 'Letter', label: '4 × 6 in' }
