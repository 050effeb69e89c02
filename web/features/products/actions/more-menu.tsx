import { Button, Menu } from '@mantine/core'
import { LinkItem } from '#web/ui/link.tsx'
import { Icon } from '#web/ui/images/icon.tsx'
import { useOpened } from '../page/editor.ts'
import classes from '../page/products.module.css'

/** What is done with a product now and then. @param obstacle why its template stays */
export function MoreMenu({ obstacle, onConvert }: { obstacle: string | undefined; onConvert: () => void }) {
  const { product } = useOpened()
  const to = { to: '/product/$productId', params: { productId: String(product.id) } } as const
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <Button variant="subtle" className={classes.sign} leftSection={<Icon name="dots" />}>
          More
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<Icon name="templates" />}
          aria-description={obstacle}
          {...(obstacle
            ? { 'data-disabled': true, 'aria-disabled': true, closeMenuOnClick: false }
            : { onClick: onConvert })}
        >
          Change template
          {obstacle && <span className={classes.obstacle}>{obstacle}</span>}
        </Menu.Item>
        <LinkItem {...to} hash="bundle" leftSection={<Icon name="inventory" />}>
          Bundle
        </LinkItem>
        <LinkItem {...to} hash="shares" leftSection={<Icon name="listings" />}>
          Stock sharing
        </LinkItem>
        <LinkItem {...to} hash="history" leftSection={<Icon name="history" />}>
          History
        </LinkItem>
      </Menu.Dropdown>
    </Menu>
  )
}
