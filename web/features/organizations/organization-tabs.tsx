import { linkTo, toOrganization } from '#web/addresses.ts'
import { PageTabs } from '#web/ui/layout/tabs.tsx'

/** The organization and, beside it, what was done in it. */
export const OrganizationTabs = ({ active }: { active: 'organization' | 'rates' | 'log' }) => (
  <PageTabs
    label="Organization"
    tabs={[
      {
        label: 'Organization',
        link: toOrganization(),
        active: active === 'organization',
      },
      { label: 'Exchange rates', link: linkTo({ to: '/admin/rates', search: {} }), active: active === 'rates' },
      { label: 'Audit log', link: linkTo({ to: '/admin/log', search: {} }), active: active === 'log' },
    ]}
  />
)
