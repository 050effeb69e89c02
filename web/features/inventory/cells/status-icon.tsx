import { Tooltip } from '@mantine/core'
import { useState } from 'react'
import { getProduct, type Readiness } from '#contract/products.ts'
import { useRead } from '#web/api.ts'
import { Icon } from '#web/ui/icon.tsx'
import type { IconName } from '#web/ui/icons.ts'
import classes from './cell.module.css'

const signs: Record<Readiness, { icon: IconName; word: string }> = {
  ready: { icon: 'check-circle', word: 'Ready' },
  partial: { icon: 'warning', word: 'Recommended values are missing' },
  error: { icon: 'alert', word: 'Required values are missing' },
}

/** Whether a product is ready to be listed; what is missing is asked for when somebody points at it (INV-011, INV-012). */
export function StatusIcon({ id, readiness }: { id: number; readiness: Readiness }) {
  const [asked, setAsked] = useState(false)
  const { icon, word } = signs[readiness]
  return (
    <Tooltip
      label={asked && readiness !== 'ready' ? <Missing id={id} word={word} /> : word}
      events={{ hover: true, focus: true, touch: true }}
    >
      <span
        className={classes.status}
        data-readiness={readiness}
        role="img"
        aria-label={word}
        onPointerEnter={() => setAsked(true)}
      >
        <Icon name={icon} />
      </span>
    </Tooltip>
  )
}

function Missing({ id, word }: { id: number; word: string }) {
  const product = useRead(getProduct, { params: { id } })
  const missing = product.data?.missing ?? []
  return <>{missing.length ? `Missing: ${missing.join(', ')}` : word}</>
}
