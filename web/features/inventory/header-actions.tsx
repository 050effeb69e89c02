import { ActionIcon, Button, Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Icon } from '#web/ui/images/icon.tsx'
import { ExportButton, ExportItems } from './bulk/export-button.tsx'
import classes from './table/product-table.module.css'

const history = '/inventory/history' as string
const publishing = '/inventory/publishing' as string

/** What can be done with the whole inventory. On a phone the less important of it is in a menu. */
export const HeaderActions = ({ mayEdit }: { mayEdit: boolean }) => (
  <>
    <span className={classes.secondary}>
      <Button component={Link} to={history} variant="subtle" leftSection={<Icon name="history" />}>
        History
      </Button>
      <Button component={Link} to={publishing} variant="subtle" leftSection={<Icon name="listings" />}>
        Publishing
      </Button>
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
        <Menu.Item component={Link} to={history} leftSection={<Icon name="history" />}>
          History
        </Menu.Item>
        <Menu.Item component={Link} to={publishing} leftSection={<Icon name="listings" />}>
          Publishing
        </Menu.Item>
        <ExportItems />
      </Menu.Dropdown>
    </Menu>
    {mayEdit && (
      <Button component={Link} to={'/inventory/new' as string} leftSection={<Icon name="plus" />}>
        New Product
      </Button>
    )}
  </>
)
