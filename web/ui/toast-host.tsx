import { Notifications } from '@mantine/notifications'
import { toastMs } from './toast.tsx'

/** Where toasts appear. */
export const ToastHost = () => (
  <Notifications position="bottom-right" containerWidth={340} autoClose={toastMs} limit={5} zIndex={400} />
)
