/** Colours under the names that buyers filter by, as the drawings show them. */
export const colors = {
  Beige: '#d8c3a0',
  Black: '#2b2d31',
  Blue: '#3a6ea5',
  Brown: '#7b5538',
  Gray: '#8d949b',
  Green: '#4c7f62',
  Ivory: '#efe6d2',
  Navy: '#243a63',
  Orange: '#cf7c41',
  Pink: '#d595a3',
  Red: '#b64b40',
  White: '#f5f3ee',
  Yellow: '#dfb34a',
} as const
export type Color = keyof typeof colors
