import { createContext, use } from 'react'

export const WorkspaceContext = createContext('')
export const useWorkspaceId = () => use(WorkspaceContext)

/** Hosts to which links of answers may lead. */
export const LinkHostsContext = createContext<string[]>([])
export const useLinkHosts = () => use(LinkHostsContext)
