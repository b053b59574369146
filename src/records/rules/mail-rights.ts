/**
 * Who must still see all of these workspaces when a mail leaves that tells of them: its recipient; or of an address outside of them whoever
 * has it sent, who must still be allowed to do so (`permission`).
 */
export type MailRights = { userId: string; workspaceIds: string[]; permission?: 'UPDATE_CANVASES' }
