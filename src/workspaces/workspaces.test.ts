import { expect, test } from 'bun:test'
import { newPlace, signUp, workspaceCtx } from '../../tests/support/people.ts'
import { testApp, testWorld } from '../../tests/support/world.ts'

test('the maker of a workspace enters it as its owner', async () => {
  const app = await testApp()
  const ada = await signUp(app)
  const { organization, workspace } = await newPlace(app, ada)
  const ctx = await workspaceCtx(await testWorld(), ada.user.id, workspace.id)
  expect(ctx.workspace).toEqual({
    id: workspace.id,
    name: 'Sales',
    organizationId: organization.id,
    restricted: false,
    role: 'owner',
  })
})
