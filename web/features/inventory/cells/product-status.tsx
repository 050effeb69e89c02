import { Tooltip } from '@mantine/core'
import { useState } from 'react'
import { getProduct, type Readiness } from '#contract/products/products.ts'
import { readinessStates } from '#domain/words/states.ts'
import { useRead } from '#web/api.ts'
import { Icon } from '#web/ui/images/icon.tsx'
import type { IconName } from '#web/ui/images/icons.ts'
import classes from './cell.module.css'

const signs: Record<Readiness, IconName> = { ready: 'check-circle', partial: 'warning', error: 'alert' }

/** Whether a product is ready to be listed, as a sign and a word; what is missing is loaded when somebody points at it (INV-011, INV-012). */
export function ProductStatus({ id, readiness }: { id: number; readiness: Readiness }) {
  const [isRequested, setAsked] = useState(false)
  const { label, why } = readinessStates[readiness]
  const word = readiness === 'ready' ? label : (why ?? label)
  return (
    <Tooltip
      label={isRequested && readiness !== 'ready' ? <Missing id={id} word={word} /> : word}
      events={{ hover: true, focus: true, touch: true }}
    >
      <span className={classes.status} data-readiness={readiness} onPointerEnter={() => setAsked(true)}>
        <span className={classes.statusSign} role="img" aria-label={word}>
          <Icon name={signs[readiness]} />
        </span>
        <span className={classes.text} aria-hidden="true">
          {label}
        </span>
      </span>
    </Tooltip>
  )
}

function Missing({ id, word }: { id: number; word: string }) {
  const product = useRead(getProduct, { params: { id } })
  const missing = product.data?.missing ?? []
  return <>{missing.length ? `Missing: ${missing.join(', ')}` : word}</>
}
