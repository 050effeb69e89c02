import { ActionIcon, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useWritable } from '#web/may.tsx'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { Icon } from '#web/ui/images/icon.tsx'
import { type ProductForm, skuChars } from './form.ts'
import classes from './products.module.css'

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
      body: 'No channel or order uses this SKU yet, so you can change it. Labels or spreadsheets with the old SKU will no longer match.',
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
