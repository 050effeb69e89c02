import { linkTo, toOrganization } from '../addresses.ts'
import type { Action } from './action.ts'

const account = linkTo({ to: '/account' })
const organization = toOrganization()

/** What is done with people, their organization and their account, and with reports. */
export const peopleActions = {
  newReport: {
    name: 'Email a report',
    icon: 'mail',
    needs: 'reports:write',
    page: linkTo({ to: '/analytics/reports' }),
  },
  subscribeReport: {
    name: 'Unsubscribe from a report',
    icon: 'mail',
    needs: 'organization:read',
    page: linkTo({ to: '/analytics/reports' }),
  },
  invitePerson: {
    name: 'Invite someone',
    icon: 'people',
    needs: 'people:write',
    page: organization,
  },
  changeMember: {
    name: 'Change or remove a member',
    icon: 'people',
    needs: 'people:write',
    page: organization,
  },
  editOrganization: {
    name: 'Edit the organization',
    icon: 'settings',
    needs: 'organization:write',
    page: organization,
  },
  addRate: {
    name: 'Add an exchange rate',
    icon: 'refresh',
    needs: 'organization:write',
    page: linkTo({ to: '/admin/rates' }),
  },
  switchOrganization: {
    name: 'Switch organization',
    icon: 'people',
    needs: 'session',
    page: organization,
    after: 'Click its name in the sidebar',
  },
  editProfile: {
    name: 'Edit your profile',
    icon: 'user',
    needs: 'session',
    page: account,
  },
  secureAccount: {
    name: 'Set up two-factor authentication',
    icon: 'lock',
    needs: 'session',
    page: account,
  },
  endSessions: {
    name: 'End other sessions',
    icon: 'logout',
    needs: 'session',
    page: account,
  },
  answerInvitation: {
    name: 'Accept or decline an invitation',
    icon: 'check',
    needs: 'session',
    page: account,
  },
  createToken: {
    name: 'Create an API token',
    icon: 'code',
    needs: 'organization:read',
    page: linkTo({ to: '/account/tokens' }),
  },
  decideProposal: {
    name: 'Approve an agent’s proposal',
    icon: 'check',
    needs: 'products:write',
    page: linkTo({ to: '/account/approvals' }),
  },
  createWebhook: {
    name: 'Create a webhook',
    icon: 'link',
    needs: 'organization:write',
    page: linkTo({ to: '/account/webhooks' }),
  },
  chooseNotifications: {
    name: 'Choose email notifications',
    icon: 'bell',
    needs: 'organization:read',
    page: account,
  },
} satisfies Record<string, Action>
