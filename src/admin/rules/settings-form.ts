import type { ConfigField, ConfigGroup } from './config-field.ts'

const office = (at: 0 | 1, label: string): ConfigField[] => [
  { name: `site.offices.${at}.name`, label: `${label}: name` },
  { name: `site.offices.${at}.lines`, label: `${label}: address`, type: 'lines' },
]

/** System Settings as a form. @param fixed fields that the environment decides, with the variable */
export const settingsGroups = (fixed: Record<string, string>): ConfigGroup[] =>
  GROUPS.map((group) => ({
    ...group,
    fields: group.fields.map((field) => ({ ...field, ...(fixed[field.name] ? { fixedBy: fixed[field.name]! } : {}) })),
  }))

const planFields = (plan: 'premium' | 'flexible', name: string): ConfigField[] => [
  { name: `prices.${plan}_monthly`, label: `${name}: a month, in rupees`, type: 'price' },
  { name: `prices.${plan}_annual`, label: `${name}: a year, in rupees`, type: 'price' },
  { name: `plans.${plan}`, label: `${name}: credits a month`, type: 'number' },
]
const carryField = (plan: 'premium' | 'flexible', name: string): ConfigField => ({
  name: `carry_over.${plan}`,
  label: `${name}: months that unused credits keep`,
  type: 'number',
  hint: 'After their own month; 0: they end with it.',
})

const GROUPS: ConfigGroup[] = [
  {
    id: 'site',
    title: 'Site',
    intro: 'What the product calls itself on every page, in every mail and on invoices to come.',
    fields: [
      { name: 'site.name', label: 'Name' },
      { name: 'site.title', label: 'Title of the start page' },
      { name: 'site.tagline', label: 'Tagline' },
      { name: 'site.email', label: 'Contact email', type: 'email' },
      { name: 'site.description', label: 'Description', type: 'lines', hint: 'For search engines.' },
      { name: 'site.keywords', label: 'Keywords', type: 'lines', hint: 'One a line, or with commas between them.' },
      ...office(0, 'First office'),
      ...office(1, 'Second office'),
    ],
  },
  {
    id: 'credits',
    title: 'Credits',
    intro:
      'What an answer or a report costs, and what a new account starts with. Running questions keep the price they began with.',
    fields: [
      { name: 'credits.per_answer', label: 'Credits per answer', type: 'number' },
      { name: 'credits.per_report', label: 'Credits per report', type: 'number' },
      { name: 'credits.trial', label: 'Trial credits', type: 'number' },
      { name: 'credits.trial_days', label: 'Days that trial credits last', type: 'number' },
      {
        name: 'credits.low_balance',
        label: 'Low balance notice at',
        type: 'number',
        hint: 'Credits, for accounts to come; everybody may change their own.',
      },
    ],
  },
  {
    id: 'finance',
    title: 'Finance',
    intro:
      'What one finance admin may do alone. Above these limits a second one confirms it before it is carried out. Nobody decides about their own money, whatever the amount.',
    fields: [
      {
        name: 'finance.second_above_inr',
        label: 'Pay back alone up to, in INR',
        type: 'number',
        hint: 'Other currencies count by their rate. 0: always two.',
      },
      {
        name: 'finance.second_above_credits',
        label: 'Give or take alone up to, in credits',
        type: 'number',
        hint: 'For one person within 24 hours, or of one file. 0: always two.',
      },
      {
        name: 'finance.daily_mail',
        label: 'Daily mail of what waits',
        type: 'switch',
        hint: 'Once a day to every finance admin, when refund requests or second approvals wait.',
      },
    ],
  },
  {
    id: 'plans',
    title: 'Plans',
    intro:
      'What a plan costs and brings. Orders keep the price that they were shown, and memberships that are paid for keep their credits.',
    fields: [
      ...planFields('premium', 'Premium'),
      ...planFields('flexible', 'Flexible'),
      carryField('premium', 'Premium'),
      carryField('flexible', 'Flexible'),
    ],
  },
  {
    id: 'seats',
    title: 'Seats',
    intro:
      'People that an organization may have, those invited included, by the best plan of its owners. It holds for everybody at once, and nobody who is in it has to go.',
    fields: [
      { name: 'seats.free', label: 'Without a plan', type: 'number' },
      { name: 'seats.flexible', label: 'Flexible', type: 'number' },
      { name: 'seats.premium', label: 'Premium', type: 'number' },
    ],
  },
  {
    id: 'limits',
    title: 'Limits',
    intro: 'How much one person may ask for at once.',
    fields: [
      { name: 'limits.upload_mb', label: 'Largest upload in MB', type: 'number' },
      { name: 'limits.question_length', label: 'Longest question in characters', type: 'number' },
      { name: 'limits.answers_at_once', label: 'Answers at once per person', type: 'number' },
    ],
  },
  {
    id: 'answers',
    title: 'Answers',
    intro: 'What a cell of the data says may reach an answer. A link could carry something of it away.',
    fields: [
      {
        name: 'answers.link_hosts',
        label: 'Hosts that links may lead to',
        type: 'lines',
        optional: true,
        hint: 'One a line, such as example.com, which counts for its subdomains, too. Links to all others are plain text.',
      },
    ],
  },
  {
    id: 'storage',
    title: 'Storage',
    intro: 'Files that an organization may keep, by the best plan of its owners.',
    fields: [
      { name: 'storage.free_mb', label: 'Without a plan, in MB', type: 'number' },
      { name: 'storage.flexible_mb', label: 'Flexible, in MB', type: 'number' },
      { name: 'storage.premium_mb', label: 'Premium, in MB', type: 'number' },
    ],
  },
  {
    id: 'mail',
    title: 'Mail',
    intro: 'Who mails come from.',
    fields: [{ name: 'mail.sender', label: 'Sender', hint: 'Name <name@example.com>', wide: true }],
  },
  {
    id: 'maintenance',
    title: 'Maintenance',
    intro: 'A banner above every page. Without a beginning it is shown at once, without an end until it is removed.',
    fields: [
      { name: 'maintenance.text', label: 'Text', optional: true, wide: true, hint: 'Empty: no banner.' },
      { name: 'maintenance.from', label: 'From (UTC)', type: 'moment' },
      { name: 'maintenance.until', label: 'Until (UTC)', type: 'moment' },
      {
        name: 'maintenance.read_only',
        label: 'Nothing can be changed meanwhile',
        type: 'switch',
        hint: 'People may look at everything; what would change something is refused with the text above. This panel and signing in stay open.',
      },
    ],
  },
  {
    id: 'records',
    title: 'Records',
    intro: 'What is kept about use, and for how long.',
    fields: [
      {
        name: 'analytics.enabled',
        label: 'Tracking events',
        type: 'switch',
        hint: 'Only of visitors who agreed to it. Off: nobody is asked and nothing is kept.',
      },
      { name: 'logs.days', label: 'Days that application logs are kept', type: 'number' },
    ],
  },
]
