import { ne } from 'drizzle-orm'
import { DEMO } from '#base/demo.ts'
import { files, organizations, users, workspaces } from '#db/schema/index.ts'

/** What the panel counts and lists: everything but the place of the live demo, which is nobody's. */
export const excludeDemo = {
  people: ne(users.id, DEMO.person),
  organizations: ne(organizations.id, DEMO.organization),
  workspaces: ne(workspaces.id, DEMO.workspace),
  files: ne(files.workspaceId, DEMO.workspace),
}
