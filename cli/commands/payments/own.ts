import type { ListedInvoice } from '../../../src/billing/rules/answers.ts'
import { href, urls } from '../../../src/urls.ts'
import { clientOf, commandOf } from '../../command.ts'
import { listCommand } from '../../list.ts'
import { money, when } from '../../record.ts'
import { save } from '../../save.ts'

export const ownPayments = listCommand<ListedInvoice>(
  'mine',
  'list your own invoices',
  ['tabletalk payments mine', 'tabletalk payments mine --csv'],
  {
    path: urls.apiInvoices,
    columns: [
      { name: 'ID', of: (it) => it.id, whole: true },
      { name: 'NUMBER', of: (it) => it.number },
      { name: 'ISSUED (UTC)', of: (it) => it.issued_at, text: (it) => when(it.issued_at) },
      { name: 'FOR', of: (it) => it.line },
      { name: 'CURRENCY', of: (it) => it.currency },
      { name: 'PAID', of: (it) => it.gross, text: (it) => money(it.gross, it.currency), right: true },
      {
        name: 'REFUNDED',
        of: (it) => it.refunded,
        text: (it) => (it.refunded > 0 ? money(it.refunded, it.currency) : ''),
        right: true,
      },
    ],
    empty: 'You have no invoice yet.',
  },
)

export const pdf = commandOf('pdf', 'save an invoice as a PDF', [
  'tabletalk payments pdf 0199d3c4-8f2a-7c31-9d52-1b7a60c0f3aa -o invoice.pdf',
  'tabletalk payments pdf 0199d3c4-8f2a-7c31-9d52-1b7a60c0f3aa --everybody -o - > invoice.pdf',
])
  .argument('<id>', 'as `payments mine` or `payments invoices` prints it')
  .option('--everybody', 'of anybody (finance)')
  .option('-o, --output <file>', 'where to save it; - is standard output', 'invoice.pdf')
  .action(async (id: string, options: { output: string; everybody?: boolean }, command) => {
    const { client } = clientOf(command)
    const path = href(options.everybody ? urls.apiAdminInvoicePdf : urls.apiInvoice, { id })
    await save(await client.call(path, { headers: { accept: 'application/pdf' } }), options.output)
  })
