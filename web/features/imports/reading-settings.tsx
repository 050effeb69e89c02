import { Button, NumberInput, Popover } from '@mantine/core'
import { useState } from 'react'
import { importFormats, rereadImport } from '#contract/imports.ts'
import { useWrite } from '#web/api.ts'
import { Select } from '#web/ui/choices/select.tsx'
import type { Import } from './upload.ts'
import { encodings, formatNames, separators } from './words.ts'

const orOwn = (list: readonly { value: string; label: string }[], value: string) =>
  list.some((option) => option.value.toLowerCase() === value.toLowerCase())
    ? [...list]
    : [...list, { value, label: value }]

/** How the file was read, when that was guessed wrong: then it is read again. */
export function ReadingSettings({ record }: { record: Import }) {
  const known = encodings.find(({ value }) => value === record.encoding.toLowerCase())?.value ?? record.encoding
  const [encoding, setEncoding] = useState(known)
  const [separator, setSeparator] = useState(record.separator)
  const [format, setFormat] = useState(record.format)
  const [headerRow, setHeaderRow] = useState<number | string>(record.headerRow)
  const reread = useWrite(rereadImport)
  const changed =
    encoding !== known ||
    separator !== record.separator ||
    Number(headerRow) !== record.headerRow ||
    format !== record.format
  return (
    <Popover position="bottom-end" withArrow trapFocus returnFocus width={300}>
      <Popover.Target>
        <Button variant="subtle" size="xs">
          Change file settings
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="File settings">
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault()
            if (changed)
              reread.mutate({
                params: { id: record.id },
                body: {
                  encoding: encoding === known ? undefined : encoding,
                  separator: separator === record.separator ? undefined : separator,
                  headerRow: Number(headerRow) || 1,
                  format: format === record.format ? undefined : format,
                },
              })
          }}
        >
          {record.kind === 'products' && (
            <Select
              label="Program"
              comboboxProps={{ withinPortal: false }}
              data={importFormats.map((value) => ({ value, label: formatNames[value] }))}
              value={format}
              onChange={(value) => setFormat(importFormats.find((known) => known === value) ?? format)}
            />
          )}
          <Select
            label="Encoding"
            comboboxProps={{ withinPortal: false }}
            data={orOwn(encodings, known)}
            value={encoding}
            onChange={(v) => v && setEncoding(v)}
          />
          <Select
            label="Separator"
            comboboxProps={{ withinPortal: false }}
            data={orOwn(separators, record.separator)}
            value={separator}
            onChange={(v) => v && setSeparator(v)}
          />
          <NumberInput
            label="Header row"
            min={1}
            max={100}
            allowDecimal={false}
            value={headerRow}
            onChange={setHeaderRow}
          />
          <Button type="submit" disabled={!changed} loading={reread.isPending}>
            Apply
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}
