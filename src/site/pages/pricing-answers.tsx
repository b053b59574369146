import type { Child } from 'hono/jsx'
import { creditText } from '#billing/rules/credit.ts'
import { PACKS } from '#billing/rules/pack.ts'
import { type AllTerms, differenceText, keepText } from '#billing/rules/plan.ts'
import type { SystemSettings } from '#records/rules/setting.ts'
import { urls } from '../../urls.ts'

const answers = (credits: SystemSettings['credits'], terms: AllTerms): [question: string, answer: Child][] => [
  [
    'What does a question cost?',
    `One answered question costs ${creditText(credits.per_answer)}, a report of several steps ${creditText(credits.per_report)}. A question that failed, that you stopped before its first result, or that could not be answered costs nothing.`,
  ],
  [
    'What is the difference between Flexible and Premium?',
    `${differenceText(terms)} Files and people of an organization are counted by the best plan of its owners; the cards above have the figures. Everything else is the same in both.`,
  ],
  [
    'Who pays in a team?',
    'Credits belong to people: a question is paid by whoever asks it. Owners see what everybody uses, and can set monthly budgets for workspaces and members.',
  ],
  [
    'Does anything renew by itself?',
    'No. Plans are paid in advance and end unless you renew them. We remind you 30 and 7 days before, unless you cancel: then we only stop reminding, and the plan stays until its end.',
  ],
  [
    'Can I change my plan?',
    'An upgrade begins at once: the days of your plan that are left, as far as their credits are not used, are credited against the price, which you see before you pay. Anything else begins when the time you paid for ends.',
  ],
  [
    'In which currency am I charged?',
    'Plans are charged in rupees; other currencies show what that is. Packs are charged in the currency you choose.',
  ],
  [
    'How long are credits valid?',
    `Trial credits for ${credits.trial_days} days, those of a plan until the end of their month${keepText(terms)}, bought ones and their bonus for one year. What ends first is spent first.`,
  ],
  [
    'What if I need more than a pack?',
    `Credits can be bought in any number of hundreds from ${PACKS[0]} up to 100,000 an order, with 5 more for each hundred.`,
  ],
  [
    'Can I have a plan and packs?',
    'Yes. What ends first is spent first: usually the credits of the plan, and packs take over when they are used.',
  ],
  [
    'What happens when my credits run out?',
    'You are told before a question runs, and nothing is charged. Your data, conversations and results stay as they are.',
  ],
  [
    'Do I get an invoice?',
    'With every payment, with GST for customers in India. Put your name, address and GSTIN into your billing details before you buy.',
  ],
  [
    'Can I get money back?',
    <>
      Yes, for bought credits that are not used and for the time of a plan that has not passed.{' '}
      <a href={urls.refundRequests}>Refund requests</a> shows what it would be.
    </>,
  ],
]

/** The same for programs: answers without links. */
export const pricingQuestions = (
  credits: SystemSettings['credits'],
  terms: AllTerms,
): { question: string; answer: string }[] =>
  answers(credits, terms).map(([question, answer]) => ({
    question,
    answer:
      typeof answer === 'string'
        ? answer
        : 'Yes, for bought credits that are not used and for the time of a plan that has not passed.',
  }))

export const PricingAnswers = ({ credits, terms }: { credits: SystemSettings['credits']; terms: AllTerms }) => (
  <section class="stack" aria-labelledby="notes">
    <h2 id="notes">Questions and answers</h2>
    <dl class="pricing-notes">
      {answers(credits, terms).map(([question, answer]) => (
        <div>
          <dt>{question}</dt>
          <dd>{answer}</dd>
        </div>
      ))}
    </dl>
    <p class="muted small">
      More in <a href={`${urls.documentation}/credits-and-plans`}>Credits and plans</a>, the{' '}
      <a href={urls.refund}>refund policy</a> and the <a href={urls.cancellation}>cancellation policy</a>.
    </p>
  </section>
)
