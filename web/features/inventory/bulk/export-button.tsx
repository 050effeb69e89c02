import { ActionIcon, Button, Menu } from '@mantine/core'
import { exportProducts } from '#contract/exports.ts'
import { addressOf, mostNamed } from '#web/call.ts'
import { number } from '#web/ui/format.ts'
import { Icon } from '#web/ui/images/icon.tsx'
import { toast } from '#web/ui/dialogs/toast.tsx'
import { useInventorySearch } from '../search.ts'
import { useSelection } from '../grid/selection.ts'
import classes from './bulk.module.css'
import { exportQuery } from './export-query.ts'

type Format = 'csv' | 'xlsx'

/** Saves a file that the server writes while it is being received. */
function download(address: string, name: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
}

/** Saves what is chosen, else all that the filters find, as a file (INV-076, INV-077). */
function useExport() {
  const { query } = useInventorySearch()
  const selection = useSelection()
  return (format: Format) => {
    const params = exportQuery(query, selection, format)
    if (!params)
      return toast.error(
        `You can export up to ${number(mostNamed)} individually selected products.`,
        'To export more, filter the list and select all matching products, or clear the selection.',
      )
    download(addressOf(exportProducts, { query: params }), `products.${format}`)
  }
}

export function ExportButton() {
  const save = useExport()
  return (
    <span className={classes.split}>
      <Button variant="default" leftSection={<Icon name="download" />} onClick={() => save('csv')}>
        Export CSV
      </Button>
      <Menu>
        <Menu.Target>
          <ActionIcon variant="default" size={32} aria-label="Export in another format">
            <Icon name="chevron-down" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => save('csv')}>CSV</Menu.Item>
          <Menu.Item onClick={() => save('xlsx')}>Excel (XLSX)</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </span>
  )
}

/** The same in a phone's menu. */
export function ExportItems() {
  const save = useExport()
  return (
    <>
      <Menu.Item leftSection={<Icon name="download" />} onClick={() => save('csv')}>
        Export CSV
      </Menu.Item>
      <Menu.Item leftSection={<Icon name="download" />} onClick={() => save('xlsx')}>
        Export Excel (XLSX)
      </Menu.Item>
    </>
  )
}
