import { Anchor, Button } from '@mantine/core'
import { useValuesAddress } from './address.ts'
import classes from './values.module.css'

/** Leads to the value mapping dialog at a field, with a value to be mapped (LST-092, LST-101). */
export function MapValue({ field, value }: { field: string; value: string }) {
  const { open } = useValuesAddress()
  return (
    <Anchor
      component="button"
      type="button"
      inherit
      underline="always"
      c="inherit"
      aria-label={`Map Value ${value} of ${field}`}
      onClick={() => open({ field, value })}
    >
      Map Value
    </Anchor>
  )
}

/** Opens the dialog without a field. */
export function ValuesButton() {
  const { open } = useValuesAddress()
  return (
    <Button variant="default" size="xs" className={classes.opens} onClick={() => open()}>
      Value Mapping
    </Button>
  )
}
