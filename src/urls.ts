/** The site map: every address of the product once. Routes mount these patterns, pages build links with `href`. */
export const urls = {
  // public
  home: '/',
  aboutUs: '/about-us',
  contactUs: '/contact-us',
  documentation: '/documentation',
  apiReference: '/documentation/api',
  guide: '/documentation/:guide',
  pricing: '/pricing',
  login: '/login',
  register: '/register',
  privacy: '/privacy',
  terms: '/terms',
  cookies: '/cookies',
  refund: '/refund',
  cancellation: '/cancellation',
  cookiePreferences: '/cookie-preferences',
  refundRequests: '/refund-requests',
  // first run and sessions
  firstAdmin: '/first-admin/:token',
  logout: '/logout',
  theme: '/theme',
  signInSecondStep: '/login/second-step',
  googleSignIn: '/auth/google',
  googleCallback: '/auth/google/callback',
  authCallback: '/auth/callback',
  verifyEmail: '/verify-email/:token',
  sendVerification: '/verify-email',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  confirmEmailChange: '/change-email/:token',
  outbox: '/outbox',
  profilePicture: '/uploads/profile_pictures/:file',
  // signed in
  organizations: '/organizations',
  newOrganization: '/organizations/new',
  organization: '/organizations/:id',
  organizationSettings: '/organizations/:id/settings',
  organizationDelete: '/organizations/:id/delete',
  organizationMembers: '/organizations/:id/members',
  organizationMemberRemove: '/organizations/:id/members/remove',
  organizationLeave: '/organizations/:id/leave',
  organizationTransfer: '/organizations/:id/transfer',
  organizationInvite: '/organizations/:id/invite',
  organizationInvitation: '/organizations/:id/invite/:invitationId',
  newWorkspace: '/organizations/:id/workspaces/new',
  workspace: '/workspaces/:id',
  workspaceFiles: '/workspaces/:id/data',
  workspaceFile: '/workspaces/:id/data/:fileId',
  workspaceFileDelete: '/workspaces/:id/data/:fileId/delete',
  workspaceSample: '/workspaces/:id/sample-data',
  workspaceSettings: '/workspaces/:id/settings',
  workspaceDelete: '/workspaces/:id/delete',
  workspaceMembers: '/workspaces/:id/members',
  workspaceMemberAdd: '/workspaces/:id/members/add',
  workspaceMemberRemove: '/workspaces/:id/members/remove',
  chat: '/chat',
  profile: '/profile',
  billing: '/billing',
  profileSecurity: '/profile/security',
  profileKeys: '/profile/api-keys',
  profileAccount: '/profile/account',
  profilePictureForm: '/profile/picture',
  profilePassword: '/profile/security/password',
  profileEmail: '/profile/security/email',
  profileTwoFactor: '/profile/security/two-factor',
  profileTwoFactorOff: '/profile/security/two-factor/off',
  profileBackupCodes: '/profile/security/backup-codes',
  profileSessionEnd: '/profile/security/sessions',
  profileKeyRevoke: '/profile/api-keys/revoke',
  profileExport: '/profile/account/export',
  profileDelete: '/profile/account/delete',
  invitations: '/invitations',
  invitation: '/invitations/:token',
  adminDashboard: '/admin/dashboard',
  // operations
  healthz: '/healthz',
  readyz: '/readyz',
  openapi: '/api/openapi.json',
  assets: '/assets/*',
  // API
  apiLogin: '/api/auth/login',
  apiRegister: '/api/auth/register',
  apiLogout: '/api/auth/logout',
  apiToken: '/api/auth/token',
  apiSecondStep: '/api/auth/two-factor',
  apiProfile: '/api/user/profile',
  apiPicture: '/api/user/profile/avatar',
  apiPassword: '/api/user/password',
  apiEmail: '/api/user/email',
  apiTwoFactor: '/api/user/two-factor',
  apiTwoFactorConfirm: '/api/user/two-factor/confirm',
  apiBackupCodes: '/api/user/two-factor/backup-codes',
  apiSessions: '/api/user/sessions',
  apiSession: '/api/user/sessions/:id',
  apiKeys: '/api/user/api-keys',
  apiKey: '/api/user/api-keys/:id',
  apiExport: '/api/user/export',
  apiAccount: '/api/user',
  apiUserOrganizations: '/api/user/organizations',
  apiAdminStatus: '/api/user/admin-status',
  apiAdminLogin: '/api/admin/login',
  apiAdminDashboard: '/api/admin/dashboard',
  apiOrganizations: '/api/organizations',
  apiOrganization: '/api/organizations/:id',
  apiOrganizationMembers: '/api/organizations/:id/members',
  apiOrganizationLeave: '/api/organizations/:id/leave',
  apiOrganizationTransfer: '/api/organizations/:id/transfer',
  apiOrganizationInvite: '/api/organizations/:id/invite',
  apiInvitationResend: '/api/organizations/:id/invite/:invitationId/resend',
  apiUserInvitations: '/api/user/invitations',
  apiInvitationAccept: '/api/user/invitations/:id/accept',
  apiInvitationDecline: '/api/user/invitations/:id/decline',
  apiWorkspaceMembers: '/api/workspaces/:id/members',
  apiWorkspaceMember: '/api/workspaces/:id/members/:userId',
  apiSubscription: '/api/billing/subscription',
  apiOutbox: '/api/outbox',
  apiWorkspaces: '/api/workspaces',
  apiWorkspace: '/api/workspaces/:id',
  apiFiles: '/api/workspaces/:id/files',
  apiFileUpload: '/api/workspaces/:id/files/upload',
  apiFileSample: '/api/workspaces/:id/files/sample',
  apiFile: '/api/workspaces/:id/files/:fileId',
  apiFileDownload: '/api/workspaces/:id/files/:fileId/download',
  apiCatalog: '/api/workspaces/:id/catalog',
  apiSql: '/api/workspaces/:id/sql',
  apiResult: '/api/workspaces/:id/results/:resultId',
  apiQueryData: '/api/workspaces/:id/query-data',
  apiAgentHistory: '/api/workspaces/:id/agent-history',
  apiConversation: '/api/conversations/:id',
  apiConversationStream: '/api/conversations/:id/stream',
  apiConversationStop: '/api/conversations/:id/stop',
  apiMessageFeedback: '/api/messages/:id/feedback',
  apiCreditBalance: '/api/credits/balance',
  apiDataSourceConfig: '/api/data-sources/config',
} as const

type Params<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Params<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? Name
    : never

/**
 * The address of a pattern with its parameters filled in, typed by the pattern: `href(urls.workspace, { id })`.
 * `query` entries that are undefined are left out.
 */
export function href<P extends string>(
  pattern: P,
  ...[params, query]: [Params<P>] extends [never]
    ? [params?: Record<string, never>, query?: Record<string, string | undefined>]
    : [params: Record<Params<P>, string>, query?: Record<string, string | undefined>]
): string {
  const values = (params ?? {}) as Record<string, string>
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
  const search = new URLSearchParams(
    Object.entries(query ?? {}).filter((entry): entry is [string, string] => entry[1] !== undefined),
  ).toString()
  return search ? `${path}?${search}` : path
}

/** An address of ours as people reach it from outside, for mails. Never taken from a request, whose host anybody may claim. */
export function absolute(config: { BASE_URL?: string | undefined; HOST: string; PORT: number }, path: string): string {
  const host = config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST
  return (config.BASE_URL ?? `http://${host}:${config.PORT}`).replace(/\/$/, '') + path
}
