import { ActionIcon, Menu } from '@mantine/core'
import { ActionButton, ActionItem } from '#web/actions/action-link.tsx'
import { listActions } from '#web/actions/list-actions.ts'
import { toHistory } from '#web/addresses.ts'
import { useMay } from '#web/may.tsx'
import { Icon } from '#web/ui/images/icon.tsx'
import { LinkButton, LinkItem } from '#web/ui/link.tsx'
import classes from './bulk/bulk.module.css'
import { ExportButton, ExportItems } from './bulk/export-button.tsx'
import table from './table/product-table.module.css'

const publishing = '/inventory/publishing'

/** From a file, or from what the channels already show. */
const ImportItems = () => (
  <>
    <ActionItem of={listActions.importProducts} />
    <ActionItem of={listActions.importListings} />
  </>
)

const ImportButton = () =>
  useMay(listActions.importProducts.needs) && (
    <span className={classes.split}>
      <ActionButton of={listActions.importProducts} variant="default" />
      <Menu>
        <Menu.Target>
          <ActionIcon variant="default" size={32} aria-label="Import from another source">
            <Icon name="chevron-down" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <ImportItems />
        </Menu.Dropdown>
      </Menu>
    </span>
  )

/** What can be done with the whole inventory. On a phone the less important of it is in a menu. */
export const HeaderActions = () => (
  <>
    <span className={table.secondary}>
      <LinkButton {...toHistory()} variant="subtle" leftSection={<Icon name="history" />}>
        History
      </LinkButton>
      <LinkButton to={publishing} variant="subtle" leftSection={<Icon name="listings" />}>
        Publish runs
      </LinkButton>
      <ImportButton />
      <ExportButton />
    </span>
    {/* Its button alone is hidden on a wide screen: a menu has no element of its own. */}
    <Menu>
      <Menu.Target>
        <ActionIcon className={table.more} variant="default" size={32} aria-label="More actions">
          <Icon name="dots" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <LinkItem {...toHistory()} leftSection={<Icon name="history" />}>
          History
        </LinkItem>
        <LinkItem to={publishing} leftSection={<Icon name="listings" />}>
          Publish runs
        </LinkItem>
        <ImportItems />
        <ExportItems />
      </Menu.Dropdown>
    </Menu>
    <ActionButton of={listActions.newProduct} />
  </>
)
