import { useLocalStorage } from '@mantine/hooks'

/** Whether the sidebar is narrow; kept in this browser (NAV-075). */
export const useCollapsed = () =>
  useLocalStorage<boolean>({ key: 'motto-sidebar-collapsed', defaultValue: false, getInitialValueInEffect: false })
