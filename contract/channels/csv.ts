import type { Named, Planned } from './describe.ts'

export const named = { id: 'csv', name: 'Google Sheets', built: false } as const satisfies Named

/** LST-330..LST-338: Google Sheets, whose name on the wire is `csv`. */
export const csv = {
  ...named,
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
