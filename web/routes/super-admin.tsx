import { StockScreen } from '#web/features/library/stock-screen.tsx'
import { SuperAdminPage } from '#web/features/organizations/super-admin-page.tsx'

/** The installation's page, with the template library that another area curates. */
export const SuperAdmin = () => <SuperAdminPage library={StockScreen} />
