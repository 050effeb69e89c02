import type { ConfiguredSheet, SheetHeader } from '#contract/channels/shapes/csv.ts'
import { type Column, DataTable } from '#web/ui/tables/data-table.tsx'
import { QuantityInput } from '#web/ui/inputs/number-input.tsx'
import { Select } from '#web/ui/choices/select.tsx'

interface Props {
  sheet: ConfiguredSheet
  disabled: boolean
  onHeaderRow: (row: number | null) => void
}
const LAST_ROW = 1000

/** `ONE_OF_LIST` → `One of list`, `NUMBER_GREATER_THAN_EQ` with a bound of 5 → `Number greater than or equal 5` */
const words = ({ dataType, bounds = [] }: SheetHeader): string => {
  const text = dataType
    .toLowerCase()
    .replaceAll('_', ' ')
    .replace(/ than eq$/, ' than or equal')
    .replace(/ eq$/, ' equal')
  return [text.charAt(0).toUpperCase() + text.slice(1), bounds.join(' and ')].join(' ').trim()
}
const yesNo = (is: boolean) => (is ? 'Yes' : <span className="subtle">No</span>)

const columns: readonly Column<SheetHeader>[] = [
  { key: 'cell', header: 'Cell', render: ({ cellId }) => cellId },
  { key: 'name', header: 'Name', phone: 'title', render: ({ name }) => name },
  { key: 'type', header: 'Data type', render: words },
  { key: 'required', header: 'Required', render: ({ required }) => yesNo(required) },
  { key: 'strict', header: 'Strict', render: ({ strict }) => yesNo(strict) },
  {
    key: 'options',
    header: 'Validation options',
    render: ({ name, options }) =>
      options.length > 0 ? (
        // Only to look at: they are made in the sheet.
        <Select
          size="xs"
          aria-label={`Validation options for ${name}`}
          data={[...new Set(options)]}
          placeholder={`${options.length} options`}
        />
      ) : (
        <span className="subtle">No validation options</span>
      ),
  },
]

/** One sheet: which row names its columns, and what each of them takes (CHN-049..CHN-060, CHN-063). */
export const SheetPanel = ({ sheet: { headerRow, headers, sheetTitle }, disabled, onHeaderRow }: Props) => (
  <div className="stack">
    <QuantityInput
      label="Header Row"
      description="Which row contains the headers?"
      value={headerRow}
      max={LAST_ROW}
      onChange={(row) => onHeaderRow(row === 0 ? null : row)}
      disabled={disabled}
      w={220}
    />
    {headers.length > 0 ? (
      <DataTable
        label={`Headers of ${sheetTitle}`}
        columns={columns}
        rows={headers}
        rowKey={({ cellId }) => cellId}
        empty={null}
      />
    ) : (
      <p className="subtle">No headers found for this sheet.</p>
    )}
  </div>
)
