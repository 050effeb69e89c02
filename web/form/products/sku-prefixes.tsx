import { Button, Menu } from '@mantine/core'
import { skuPrefixes } from '#contract/products/products.ts'
import { numberedSku, randomSku } from '#domain/products/skus/sku.ts'
import { useRead } from '#web/api.ts'
import { Icon } from '#web/ui/images/icon.tsx'

const groups = [
  ['template', 'In this template'],
  ['inventory', 'In your inventory'],
  ['custom', 'Custom'],
] as const

interface Props {
  /** Its prefixes come first. */
  templateId: number
  onPick: (sku: string) => void
}

/** Prefixes to count on from, each with its next SKU, or a random one (PRO-081, PRO-254). */
export function SkuPrefixes({ templateId, onPick }: Props) {
  const prefixes = useRead(skuPrefixes, { query: { templateId } })
  return (
    <Menu>
      <Menu.Target>
        <Button variant="default" rightSection={<Icon name="chevron-down" size="s" />}>
          Prefix
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {groups.map(([type, label]) => {
          const options = (prefixes.data ?? []).filter((option) => option.type === type)
          return (
            options.length > 0 && [
              <Menu.Label key={type}>{label}</Menu.Label>,
              ...options.map(({ prefix, maxValue, count }) => {
                const next = numberedSku(maxValue + 1, prefix)
                return (
                  <Menu.Item
                    key={`${type} ${prefix}`}
                    onClick={() => onPick(next)}
                    rightSection={<span className="subtle small">{count ? `${count} in use` : 'new'}</span>}
                  >
                    <span className="mono">{prefix}</span> <span className="subtle">next is {next}</span>
                  </Menu.Item>
                )
              }),
            ]
          )
        })}
        <Menu.Divider />
        <Menu.Item onClick={() => onPick(randomSku(Math.random))}>Random code</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
