import type { Planned } from './describe.ts'
import { named } from './names.ts'

/** LST-330..LST-338: Google Sheets, whose name on the wire is `csv`. */
export const csv = {
  ...named.csv,
  fields: [
    {
      name: 'spreadsheets',
      label: 'Spreadsheets',
      section: 'Spreadsheets',
      kind: 'columns',
      on: ['template', 'product'],
    },
  ],
} as const satisfies Planned
