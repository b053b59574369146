import { createContext, use } from 'react'

/** Id of the workspace that the page is about. */
export const WorkspaceContext = createContext('')
export const useWorkspaceId = () => use(WorkspaceContext)
