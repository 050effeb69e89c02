import { z } from 'zod'

/*
 * What travels, as far as it is read. @see https://developers.google.com/workspace/sheets/api/reference/rest revision 20260921; Drive v3 20260916
 */

const ExtendedValue = z.looseObject({
  stringValue: z.string().optional(),
  numberValue: z.number().optional(),
  boolValue: z.boolean().optional(),
  errorValue: z.looseObject({}).optional(),
})
/** A column's rule, in the words of the API. */
export const Rule = z.looseObject({
  condition: z
    .looseObject({
      type: z.string(),
      values: z.array(z.looseObject({ userEnteredValue: z.string().optional() })).default([]),
    })
    .optional(),
  strict: z.boolean().default(false),
})
export type Rule = z.output<typeof Rule>
const CellData = z.looseObject({
  effectiveValue: ExtendedValue.optional(),
  formattedValue: z.string().optional(),
  dataValidation: Rule.optional(),
})
export type CellData = z.output<typeof CellData>
const GridData = z.looseObject({
  startRow: z.number().default(0),
  startColumn: z.number().default(0),
  rowData: z.array(z.looseObject({ values: z.array(CellData).default([]) })).default([]),
  columnMetadata: z
    .array(
      z.looseObject({
        developerMetadata: z
          .array(z.looseObject({ metadataKey: z.string().default(''), metadataValue: z.string().default('') }))
          .default([]),
      }),
    )
    .default([]),
})
export type GridData = z.output<typeof GridData>
const Sheet = z.looseObject({
  properties: z.looseObject({
    sheetId: z.number().default(0),
    title: z.string().default(''),
    index: z.number().default(0),
    sheetType: z.string().default('GRID'),
    gridProperties: z.looseObject({ rowCount: z.number().default(0), columnCount: z.number().default(0) }).optional(),
  }),
  data: z.array(GridData).default([]),
  tables: z
    .array(
      z.looseObject({
        range: z
          .looseObject({ startRowIndex: z.number().default(0), startColumnIndex: z.number().default(0) })
          .optional(),
        columnProperties: z
          .array(
            z.looseObject({
              columnIndex: z.number().default(0),
              dataValidationRule: z.looseObject({ condition: Rule.shape.condition }).optional(),
            }),
          )
          .default([]),
      }),
    )
    .default([]),
})
export type Sheet = z.output<typeof Sheet>
export const Spreadsheet = z.looseObject({
  spreadsheetId: z.string(),
  spreadsheetUrl: z.string().default(''),
  properties: z.looseObject({ title: z.string().default('') }).optional(),
  sheets: z.array(Sheet).default([]),
})
export const ValueRanges = z.looseObject({
  valueRanges: z
    .array(
      z.looseObject({
        valueRange: z.looseObject({
          values: z.array(z.array(z.union([z.string(), z.number(), z.boolean()]))).default([]),
        }),
      }),
    )
    .default([]),
})
export const UserInfo = z.looseObject({ id: z.string(), email: z.string() })
export const FileList = z.looseObject({
  files: z.array(z.looseObject({ id: z.string() })).default([]),
  nextPageToken: z.string().optional(),
})
