import { ActionIcon, Menu } from '@mantine/core'
import { toHistory, toNewProduct } from '#web/addresses.ts'
import { Icon } from '#web/ui/images/icon.tsx'
import { LinkButton, LinkItem } from '#web/ui/link.tsx'
import { ExportButton, ExportItems } from './bulk/export-button.tsx'
import classes from './table/product-table.module.css'

const publishing = '/inventory/publishing'

/** What can be done with the whole inventory. On a phone the less important of it is in a menu. */
export const HeaderActions = ({ mayEdit }: { mayEdit: boolean }) => (
  <>
    <span className={classes.secondary}>
      <LinkButton {...toHistory()} variant="subtle" leftSection={<Icon name="history" />}>
        History
      </LinkButton>
      <LinkButton to={publishing} variant="subtle" leftSection={<Icon name="listings" />}>
        Publishing
      </LinkButton>
      <ExportButton />
    </span>
    {/* Its button alone is hidden on a wide screen: a menu has no element of its own. */}
    <Menu>
      <Menu.Target>
        <ActionIcon className={classes.more} variant="default" size={32} aria-label="More actions">
          <Icon name="dots" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <LinkItem {...toHistory()} leftSection={<Icon name="history" />}>
          History
        </LinkItem>
        <LinkItem to={publishing} leftSection={<Icon name="listings" />}>
          Publishing
        </LinkItem>
        <ExportItems />
      </Menu.Dropdown>
    </Menu>
    {mayEdit && (
      <LinkButton {...toNewProduct()} leftSection={<Icon name="plus" />}>
        New Product
      </LinkButton>
    )}
  </>
)
