import {
  type AutomationUse,
  automationList,
  type RanCanvas,
  type RanWatch,
  ranCanvasList,
  ranWatchList,
} from '../../src/admin/rules/automation.ts'
import { urls } from '../../src/urls.ts'
import { actionCommand } from '../action.ts'
import { groupOf } from '../command.ts'
import { declared, listCommand } from '../list.ts'

const usage = listCommand<AutomationUse>(
  'usage',
  'list what organizations keep that runs, and how much it does',
  ['tabletalk automation --search acme', 'tabletalk automation usage --sort failures --csv'],
  { path: urls.apiAdminAutomation, ...declared(automationList), empty: 'No organization fits.' },
)
const canvases = listCommand<RanCanvas>(
  'canvases',
  'list canvases with how often their statements run and fail',
  ['tabletalk automation canvases --sort refreshes', 'tabletalk automation canvases --stopped yes'],
  { path: urls.apiAdminCanvases, ...declared(ranCanvasList), empty: 'No canvas fits.' },
)
const watches = listCommand<RanWatch>(
  'watches',
  'list watches and schedules with how their runs end',
  ['tabletalk automation watches --sort failures', 'tabletalk automation watches --kind schedule --csv'],
  { path: urls.apiAdminWatches, ...declared(ranWatchList), empty: 'No watch or schedule fits.' },
)

const acting = (name: string, title: string, about: string, url: `${string}/:id/${string}`) =>
  actionCommand({
    ...{ name, about, url },
    example: `automation ${name} 0199d3c4-8f2a-7c31-9d52-1b7a60c0f3aa --reason "Ticket 4711"`,
    of: ['<id>', 'as the list prints it'],
    title: ({ id }) => `${title} ${id}`,
    done: (_, { id }) => `${title}: done for ${id}.`,
  })

export const automation = groupOf('automation', 'what runs by itself or is run for organizations (support)', [
  ...[usage, canvases, watches],
  acting('stop-canvas', 'Stop canvas', 'run no statement of a canvas any more (superadmin)', urls.apiAdminCanvasStop),
  acting('resume-canvas', 'Resume canvas', 'let a canvas be refreshed again (superadmin)', urls.apiAdminCanvasResume),
  acting('stop-watch', 'Stop watch', 'pause a watch or schedule for everybody (superadmin)', urls.apiAdminWatchStop),
  acting('resume-watch', 'Resume watch', 'let a watch or schedule run again (superadmin)', urls.apiAdminWatchResume),
])
