/** What the live demo of the start page runs as: an account, an organization and a workspace that are nobody's. */
export const DEMO = {
  person: '00000000-0000-7000-8000-0000000000d1',
  organization: '00000000-0000-7000-8000-0000000000d2',
  workspace: '00000000-0000-7000-8000-0000000000d3',
} as const
