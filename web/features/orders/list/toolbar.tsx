import { ActionIcon, Button, Menu } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { CallInput } from '#contract/endpoint.ts'
import { exportOrders } from '#contract/orders/work.ts'
import { listActions } from '#web/actions/list-actions.ts'
import { addressOf, mostNamed } from '#web/call.ts'
import { useMay } from '#web/may.tsx'
import { number, plural } from '#web/ui/format.ts'
import { MenuEntry } from '#web/ui/choices/menu-entry.tsx'
import { Icon, type IconName } from '#web/ui/images/icon.tsx'
import { LinkButton, LinkItem } from '#web/ui/link.tsx'
import classes from '../page/orders.module.css'
import { Barred, type Paper, papersOf } from '../slips/paper-buttons.tsx'
import type { OrderSearch } from './order-search.ts'

export { PackButton } from '../slips/pack-button.tsx'

interface Props {
  /** Orders that are short of stock, or of SKUs that nobody knows. */
  toSettle: number
  chosen: readonly number[]
  filter: NonNullable<CallInput<typeof exportOrders>['query']>
  onOpen: (dialog: OrderSearch['dialog']) => void
}

/**
 * What is done with the list, or with its selected orders: paper and files (ORD-019 to ORD-023). The rest is in the menu, on a phone all of
 * it.
 */
export function OrdersToolbar(props: Props) {
  const { importOrders } = listActions
  const mayImport = useMay(importOrders.needs)
  return (
    <>
      <span className={classes.atDesk}>
        {props.toSettle > 0 && (
          <LinkButton to="/orders/issues" variant="default">
            {resolveText(props)}
          </LinkButton>
        )}
        {papersOf(props.chosen).map((paper) => (
          <PaperButton key={paper.label} paper={paper} />
        ))}
        <ExportButton {...fileOf(props, 'csv')} />
        {mayImport && (
          <Button
            variant="default"
            leftSection={<Icon name={importOrders.icon} />}
            onClick={() => props.onOpen('import')}
          >
            {importOrders.short}
          </Button>
        )}
      </span>
      <More {...props} />
    </>
  )
}

const resolveText = ({ toSettle }: Props) => `Resolve ${plural(toSettle, 'order')}`

function More(props: Props) {
  const phone = useMediaQuery('(max-width: 760px)', false, { getInitialValueInEffect: false })
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon variant="default" size={32} aria-label="More actions">
          <Icon name="dots" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {phone && <DeskItems {...props} />}
        <RestItems {...props} />
      </Menu.Dropdown>
    </Menu>
  )
}

/** What stands in the toolbar of a wide screen. */
function DeskItems(props: Props) {
  const { importOrders } = listActions
  const mayImport = useMay(importOrders.needs)
  return (
    <>
      {props.toSettle > 0 && (
        <LinkItem to="/orders/issues" leftSection={<Icon name="warning" />}>
          {resolveText(props)}
        </LinkItem>
      )}
      {papersOf(props.chosen).map(({ label, icon, why, link }) =>
        why ? (
          <Barring key={label} label={label} icon={icon} why={why} />
        ) : (
          <LinkItem key={label} {...link} target="_blank" leftSection={<Icon name={icon} />}>
            {label}
          </LinkItem>
        ),
      )}
      <ExportItem {...fileOf(props, 'csv')} />
      {mayImport && (
        <Menu.Item leftSection={<Icon name={importOrders.icon} />} onClick={() => props.onOpen('import')}>
          {importOrders.short}
        </Menu.Item>
      )}
      <Menu.Divider />
    </>
  )
}

function RestItems(props: Props) {
  const { printSlips } = listActions
  const mayPrint = useMay(printSlips.needs)
  return (
    <>
      {mayPrint && (
        <Menu.Item leftSection={<Icon name={printSlips.icon} />} onClick={() => props.onOpen('slips')}>
          {printSlips.short}
        </Menu.Item>
      )}
      <ExportItem {...fileOf(props, 'xlsx')} />
      <LinkItem to="/orders/rules" leftSection={<Icon name="settings" />}>
        Rules
      </LinkItem>
    </>
  )
}

const Barring = ({ label, icon, why }: { label: string; icon: IconName; why: string }) => (
  <MenuEntry disabled leftSection={<Icon name={icon} />} aria-description={why}>
    {label}
    <small className={classes.why}>{why}</small>
  </MenuEntry>
)

const PaperButton = ({ paper: { label, icon, why, link } }: { paper: Paper }) =>
  why ? (
    <Barred label={label} icon={icon} why={why} />
  ) : (
    <LinkButton {...link} target="_blank" variant="default" leftSection={<Icon name={icon} />}>
      {label}
    </LinkButton>
  )

interface File {
  label: string
  name: string
  why?: string
  address: string
}

/** The selected orders as a file, else all that the list's filters find. */
function fileOf({ chosen, filter }: Props, format: 'csv' | 'xlsx'): File {
  const query = chosen.length > 0 ? { selectedIds: chosen.map(String) } : filter
  const tooMany = chosen.length > mostNamed
  return {
    label: format === 'xlsx' ? 'Export Excel' : 'Export CSV',
    name: `orders.${format}`,
    ...(tooMany && { why: `Select up to ${number(mostNamed)} orders for a file` }),
    address: tooMany ? '' : addressOf(exportOrders, { query: { ...query, ...(format === 'xlsx' && { format }) } }),
  }
}

const ExportButton = ({ label, name, why, address }: File) =>
  why ? (
    <Barred label={label} icon="download" why={why} />
  ) : (
    <Button component="a" variant="default" leftSection={<Icon name="download" />} href={address} download={name}>
      {label}
    </Button>
  )

const ExportItem = ({ label, name, why, address }: File) =>
  why ? (
    <Barring label={label} icon="download" why={why} />
  ) : (
    <Menu.Item component="a" leftSection={<Icon name="download" />} href={address} download={name}>
      {label}
    </Menu.Item>
  )
