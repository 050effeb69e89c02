import { Callout } from '#web/ui/layout/callout.tsx'

/** Of a channel that Motto does not speak to, or that nobody knows (LST-023). */
export const NotConfigured = () => <Callout>This channel has not been configured yet. Please check back later.</Callout>
