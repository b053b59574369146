import { creditText } from '#billing/rules/credit.ts'
import { Breadcrumb } from '#organizations/pages/parts.tsx'
import { ButtonLink, Submit } from '#ui/button.tsx'
import { Alert, Problem } from '#ui/field.tsx'
import { number, region } from '#ui/format.tsx'
import { type Cells, Table } from '#ui/table.tsx'
import type { FormState } from '#web/form.ts'
import { href, urls } from '../../urls.ts'
import { ALLOCATION_LIMITS, type AllocationPlan, type PlannedLine } from '../rules/credit-allocation.ts'
import { MailFields } from './allocation-actions.tsx'

const Crumbs = () => <Breadcrumb up={[['Credit Allocation', urls.adminCreditAllocation]]} here="Give by CSV" />

/** Asks for a file; nothing is given before it was looked at. */
export const AllocationFilePage = ({ form }: { form: FormState }) => (
  <div class="page">
    <Crumbs />
    <h1>Give credits by CSV</h1>
    <form class="card" method="post" action={urls.adminCreditAllocationFile} enctype="multipart/form-data">
      <input type="hidden" name="step" value="preview" />
      <div class="card-body form">
        <p>
          A file with the columns <code>email</code>, <code>credits</code>, <code>expiry</code> (a day as 2027-11-21)
          and <code>reason</code>, at most {number(ALLOCATION_LIMITS.lines)} lines and{' '}
          {number(ALLOCATION_LIMITS.fileCredits)} credits. You see what it would do before anything is given.
        </p>
        <Problem text={form.problem ?? form.errors.csv ?? null} />
        <div class="field">
          <label for="allocation-file">CSV file</label>
          <input class="input" id="allocation-file" type="file" name="file" accept=".csv,text/csv" required />
        </div>
        <MailFields form={form} note="Note to everybody in it" mail="Tell everybody by mail" />
        <div class="form-actions">
          <Submit look="primary" label="Preview" />
          <ButtonLink to={urls.adminCreditAllocation} label="Cancel" />
        </div>
      </div>
    </form>
  </div>
)

type PreviewProps = { plan: AllocationPlan; csv: string; note: string; mail: boolean; problem: string | null }

/** What a file would do, line by line; it is given from here, when no line is wrong and it was not given before. */
export const AllocationPreviewPage = ({ plan, csv, note, mail, problem }: PreviewProps) => {
  const ready = plan.wrong === 0 && !plan.given
  return (
    <div class="page wide">
      <Crumbs />
      <h1>Preview of {plan.name}</h1>
      <Problem text={problem} />
      {plan.given ? (
        <Alert type="warning" role="status">
          This very file was given on {plan.given.at.slice(0, 16).replace('T', ' ')} UTC by {plan.given.by}. It gives
          once: <a href={href(urls.adminCreditAllocation, {}, { file: plan.given.id })}>see what everybody got</a>.
        </Alert>
      ) : plan.wrong > 0 ? (
        <Alert type="error" role="alert">
          {plan.wrong === 1 ? '1 line is wrong' : `${number(plan.wrong)} lines are wrong`} of{' '}
          {number(plan.lines.length)}. Mend the file and choose it again: all of it is given, or nothing.
        </Alert>
      ) : (
        <p>
          {number(plan.people)} {plan.people === 1 ? 'person gets' : 'people get'} {creditText(plan.credits, region())}{' '}
          together
          {mail ? ', and are told by mail' : ''}.
        </p>
      )}
      <form class="form-actions" method="post" action={urls.adminCreditAllocationFile} enctype="multipart/form-data">
        <input type="hidden" name="step" value="give" />
        <input type="hidden" name="name" value={plan.name} />
        <input type="hidden" name="csv" value={encodeURIComponent(csv)} />
        <input type="hidden" name="note" value={note} />
        {mail && <input type="hidden" name="mail" value="on" />}
        {ready && <Submit look="primary">Give {creditText(plan.credits, region())}</Submit>}
        <ButtonLink to={urls.adminCreditAllocationFile} label="Choose another file" />
      </form>
      <section class="card">
        <Table
          plain
          label="Lines of the file"
          items={plan.lines.toSorted((a, b) => Number(b.problem !== null) - Number(a.problem !== null))}
          columns={LINE_COLUMNS}
        />
      </section>
    </div>
  )
}

const LINE_COLUMNS: Cells<PlannedLine> = {
  Line: ({ line }) => `Line ${line}`,
  Person: [
    'wrap',
    ({ user_id: id, email }) => (id ? <a href={href(urls.adminBilling, {}, { q: id })}>{email}</a> : email || '–'),
  ],
  '#Credits': ({ credits }) => (credits === null ? '–' : number(credits)),
  Expire: ({ expires_at }) => expires_at?.slice(0, 10) ?? '–',
  Reason: ['wrap', ({ reason }) => reason || '–'],
  'What is wrong': ['wrap', ({ problem }) => (problem ? <span class="problem">{problem}</span> : 'Nothing')],
}
