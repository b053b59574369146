import { urls } from '../../src/urls.ts'
import { commandOf } from '../command.ts'
import { save } from '../save.ts'

export const exportOwn = commandOf('export', 'save everything that the product knows about you as a ZIP file', [
  'tabletalk export',
  'tabletalk export --output - | bsdtar -tf -',
])
  .option('-o, --output <file>', 'where to save it; - is standard output', 'tabletalk-export.zip')
  .does(async ({ client }, options: { output: string }) => {
    await save(await client.call(urls.apiExport), options.output)
  })
