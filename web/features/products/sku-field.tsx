import { ActionIcon, Button, Menu, TextInput } from '@mantine/core'
import { useState } from 'react'
import { skuPrefixes } from '#contract/products.ts'
import { numberedSku, randomSku } from '#domain/products/sku.ts'
import { useRead } from '#web/api.ts'
import { useSkuTaken } from '#web/form/sku-taken.ts'
import { useWritable } from '#web/may.tsx'
import { confirm } from '#web/ui/confirm.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { type ProductForm, skuChars } from './form.ts'
import classes from './products.module.css'

const groups = [
  ['template', 'In this template'],
  ['inventory', 'In your inventory'],
  ['custom', 'Custom'],
] as const

/** The SKU of a new product, with prefixes to count on from (PRO-081, PRO-094). */
export function NewSkuField({ form, templateId }: { form: ProductForm; templateId: number }) {
  const prefixes = useRead(skuPrefixes, { query: { templateId } })
  const taken = useSkuTaken(form.draft.sku)
  const take = (sku: string) => form.set('sku', sku)
  return (
    <div className={classes.skuRow}>
      <TextInput
        className="grow"
        label="SKU"
        required
        maxLength={skuChars}
        autoComplete="off"
        classNames={{ input: classes.monoInput }}
        value={form.draft.sku}
        error={form.errorOf('sku') ?? taken}
        onChange={(event) => form.set('sku', event.currentTarget.value)}
        onBlur={() => form.touch('sku')}
      />
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
                      onClick={() => take(next)}
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
          <Menu.Item onClick={() => take(randomSku(Math.random))}>Random code</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}

/**
 * The SKU of a kept product: locked until unlocked on purpose (PRO-092, PRO-093, PRO-095), and for good while a channel or an order knows it.
 * @param lock why it stays; '' when it may change
 */
export function LockedSkuField({ form, lock }: { form: ProductForm; lock: string }) {
  const writable = useWritable() && !lock
  const [unlocked, setUnlocked] = useState(false)
  const unlock = async () => {
    const yes = await confirm({
      title: 'Unlock the SKU?',
      confirm: 'Unlock SKU',
      body: 'No channel and no order knows this SKU yet, so it may change. Editing it can cause sync errors where something else, such as a label or a spreadsheet, still says the old one.',
    })
    if (yes) setUnlocked(true)
  }
  return (
    <TextInput
      label="SKU"
      required={unlocked}
      readOnly={!unlocked || Boolean(lock)}
      maxLength={skuChars}
      autoComplete="off"
      classNames={{ input: classes.monoInput }}
      description={lock || (unlocked ? 'Editing a SKU can cause sync errors.' : undefined)}
      value={form.draft.sku}
      error={form.errorOf('sku')}
      onChange={(event) => form.set('sku', event.currentTarget.value)}
      onBlur={() => form.touch('sku')}
      rightSection={
        writable && (
          <ActionIcon
            aria-label={unlocked ? 'Lock SKU' : 'Unlock SKU'}
            onClick={() => (unlocked ? setUnlocked(false) : void unlock())}
          >
            <Icon name={unlocked ? 'unlock' : 'lock'} size="s" />
          </ActionIcon>
        )
      }
    />
  )
}
