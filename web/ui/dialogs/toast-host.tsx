import { useMediaQuery } from '@mantine/hooks'
import { Notifications } from '@mantine/notifications'
import { toastMs } from './toast.tsx'
import classes from './toast.module.css'

/** Where toasts appear: above the foot that a list ends with, and at the top on a phone, where the thumb is at the bottom. */
export function ToastHost() {
  const phone = useMediaQuery('(max-width: 760px)', false, { getInitialValueInEffect: false })
  return (
    <Notifications
      className={classes.host}
      position={phone ? 'top-center' : 'bottom-right'}
      containerWidth={340}
      autoClose={toastMs}
      limit={5}
      zIndex={400}
    />
  )
}
