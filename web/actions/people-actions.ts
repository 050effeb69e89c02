import { linkTo, toOrganization } from '../addresses.ts'
import type { Action } from './action.ts'

const account = linkTo({ to: '/account' })
const organization = toOrganization()

/** What is done with people, their organization and their account, and with reports. */
export const peopleActions = {
  newReport: {
    name: 'Email a report',
    icon: 'mail',
    synonyms: ['schedule', 'weekly', 'daily', 'monthly', 'send', 'subscribe'],
    needs: 'reports:write',
    page: linkTo({ to: '/analytics/reports' }),
  },
  subscribeReport: {
    name: 'Unsubscribe from a report',
    icon: 'mail',
    synonyms: ['resubscribe', 'stop emails', 'leave', 'send now'],
    needs: 'organization:read',
    page: linkTo({ to: '/analytics/reports' }),
  },
  invitePerson: {
    name: 'Invite someone',
    icon: 'people',
    synonyms: ['add', 'user', 'member', 'colleague', 'team', 'staff', 'employee', 'invitation'],
    needs: 'people:write',
    page: organization,
  },
  changeMember: {
    name: 'Change or remove a member',
    icon: 'people',
    synonyms: ['role', 'permission', 'user', 'log out', 'colleague', 'admin'],
    needs: 'people:write',
    page: organization,
  },
  editOrganization: {
    name: 'Edit the organization',
    icon: 'settings',
    synonyms: ['company', 'address', 'logo', 'currency', 'time zone', 'name'],
    needs: 'organization:write',
    page: organization,
  },
  addRate: {
    name: 'Add an exchange rate',
    icon: 'refresh',
    synonyms: ['currency', 'convert', 'euro', 'dollar', 'pound'],
    needs: 'organization:write',
    page: linkTo({ to: '/admin/rates' }),
  },
  switchOrganization: {
    name: 'Switch organization',
    icon: 'people',
    synonyms: ['company', 'change', 'another', 'client', 'create'],
    needs: 'session',
    page: organization,
    after: 'Click its name in the sidebar',
  },
  editProfile: {
    name: 'Edit your profile',
    icon: 'user',
    synonyms: ['name', 'password', 'email', 'picture', 'avatar'],
    needs: 'session',
    page: account,
  },
  secureAccount: {
    name: 'Set up two-factor authentication',
    icon: 'lock',
    synonyms: ['2fa', 'otp', 'authenticator', 'backup codes', 'security', 'sign-in'],
    needs: 'session',
    page: account,
  },
  endSessions: {
    name: 'End other sessions',
    icon: 'logout',
    synonyms: ['devices', 'security', 'stolen', 'everywhere'],
    needs: 'session',
    page: account,
  },
  answerInvitation: {
    name: 'Accept or decline an invitation',
    icon: 'check',
    synonyms: ['join', 'invite'],
    needs: 'session',
    page: account,
  },
  chooseNotifications: {
    name: 'Choose email notifications',
    icon: 'bell',
    synonyms: ['alerts', 'unsubscribe', 'mails', 'messages'],
    needs: 'organization:read',
    page: account,
  },
} satisfies Record<string, Action>
