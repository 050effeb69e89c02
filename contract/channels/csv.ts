import type { Access, Built } from './describe.ts'
import { named } from './names.ts'

/** LST-330..LST-338: Google Sheets, whose name on the wire is `csv`. Products are rows, one for each variation. */
export const csv = {
  ...named.csv,
  api: { version: 'v4' },
  docs: 'https://developers.google.com/workspace/sheets/api/guides/concepts',
  // A cell holds 50,000 characters. A product has no more pictures, and no longer title, than Motto itself keeps.
  limits: { titleChars: 500, descriptionChars: 50_000, images: 24, skuChars: 255, variants: 1000 },
  needsPicture: false,
  needsCategory: false,
  lacks: ['orders'],
  fields: [
    {
      name: 'spreadsheets',
      label: 'Spreadsheets',
      section: 'Spreadsheets',
      kind: 'columns',
      on: ['template', 'product'],
    },
  ],
  lookups: {
    sheets: {
      path: '/channels/csv/sheets',
      summary: 'List sheets with their headers and allowed values',
      asks: { spreadsheetIds: 0 },
      fresh: true,
    },
  },
} as const satisfies Built

/** Calls of its own. */
export const csvPaths = { create: '/channels/csv/createSpreadsheet', update: '/channels/csv/updateConfig' } as const

export const csvAccess = {
  clientId: {
    setting: 'GOOGLE_CLIENT_ID',
    example: '123456789012-abcdefghijklmnop.apps.googleusercontent.com',
    sandbox: 'motto-sandbox.apps.googleusercontent.com',
  },
  clientSecret: {
    setting: 'GOOGLE_CLIENT_SECRET',
    example: 'GOCSPX-0123456789abcdefghijklmnopqr',
    sandbox: 'sandbox-google-secret',
  },
  hosts: {
    accounts: { setting: 'GOOGLE_ACCOUNTS_URL', live: 'https://accounts.google.com' },
    oauth: { setting: 'GOOGLE_OAUTH_URL', live: 'https://oauth2.googleapis.com' },
    api: { setting: 'GOOGLE_API_URL', live: 'https://www.googleapis.com' },
    sheets: { setting: 'GOOGLE_SHEETS_URL', live: 'https://sheets.googleapis.com' },
  },
} as const satisfies Access
