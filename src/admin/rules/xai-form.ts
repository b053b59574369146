import { CHECK_NAMES, MODEL_APIS, type ModelRole, PRESETS, type XaiConfig } from '#records/rules/xai.ts'
import { type ConfigField, type ConfigGroup, folded } from './config-field.ts'

const LETTERS = 'abcdefghij'
const checkField = (at: number) => `explain.checks.c${LETTERS[at]}`

/** A configuration as the fields of its form. The key is never among them. */
export const xaiFields = (config: XaiConfig): Record<string, string> => {
  const { 'explain.checks': _, ...fields } = folded(config)
  const checks = CHECK_NAMES.map((name, at) => [checkField(at), config.explain.checks.includes(name) ? 'yes' : 'no'])
  return { ...fields, ...Object.fromEntries(checks) }
}

/** Where the key of a model is typed, and where it is said that it is to be forgotten. */
export const keyField = (role: ModelRole) => (role === 'model' ? 'key' : `${role}_key`)
export const forgetField = (role: ModelRole) => (role === 'model' ? 'forget' : `forget_${role}`)

const SERVERS = Object.entries(PRESETS).map(([name, { label }]) => [name, label] as const)
const OTHER_SERVERS = Object.fromEntries([['none', 'None'], ...SERVERS.filter(([name]) => name !== 'builtin')])

/** What a field is of; nothing for the model that answers. */
const OF: Record<ModelRole, string> = { model: '', titles: ' for titles', fallback: ' of the fall-back' }

const modelFields = (role: ModelRole, keyHint: string): ConfigField[] => [
  {
    name: `${role}.preset`,
    label: `Server${OF[role]}`,
    type: 'select',
    options: role === 'model' ? Object.fromEntries(SERVERS) : OTHER_SERVERS,
    ...(role === 'model'
      ? { hint: 'The built-in analyst works by rules, needs no key and sends nothing anywhere.' }
      : {}),
  },
  {
    name: `${role}.name`,
    label: `Model${OF[role]}`,
    optional: true,
    suggestions: Object.values(PRESETS).flatMap(({ models }) => [...models]),
    hint: 'As the server calls it; at Azure the name of the deployment.',
  },
  {
    name: `${role}.address`,
    label: `Address${OF[role]}`,
    type: 'url',
    optional: true,
    hint: 'Empty: the usual one of the server. Azure: https://NAME.openai.azure.com/openai. Private addresses must be among ALLOWED_PRIVATE_HOSTS.',
  },
  {
    name: `${role}.api`,
    label: `Interface${OF[role]}`,
    type: 'select',
    options: { '': 'As usual for the server', ...MODEL_APIS },
    hint: 'In which language the server is asked.',
  },
  {
    name: `${role}.region`,
    label: `Region${OF[role]}`,
    optional: true,
    hint: 'Of Amazon Bedrock, like eu-central-1.',
  },
  {
    name: `${role}.effort`,
    label: `Thinking${OF[role]}`,
    type: 'select',
    options: { '': 'As the server does', minimal: 'Minimal', low: 'Low', medium: 'Medium', high: 'High' },
    hint: 'How much the model thinks before it speaks. Where it is chosen, people see what it tells of it as a step.',
  },
  { name: keyField(role), label: `Key${OF[role]}`, type: 'password', optional: true, hint: keyHint, wide: true },
]

/** @param keyHints what is known of the keys */
export const xaiGroups = (keyHints: Record<ModelRole, string>): ConfigGroup[] => [
  {
    id: 'model',
    title: 'Model',
    intro: 'Who answers. Running answers keep the model that they began with.',
    fields: modelFields('model', `${keyHints.model} Amazon: a key of Bedrock, or ACCESS_KEY_ID:SECRET_ACCESS_KEY.`),
  },
  {
    id: 'fallback',
    title: 'Fall-back',
    intro:
      'Answers when the provider of the model fails, is overloaded or silent before the first piece of an answer has come. After three failures in a row it answers alone for a minute. It is sent what the model would have been sent.',
    fields: modelFields('fallback', keyHints.fallback),
  },
  {
    id: 'titles',
    title: 'Titles',
    intro:
      'A cheaper model that names conversations by their first question, which is all that it is sent. Without one, or when it fails, the question itself is the title.',
    fields: modelFields('titles', keyHints.titles),
  },
  {
    id: 'limits',
    title: 'Limits',
    intro: 'How far one answer may go before it is ended. What is ended costs nothing.',
    fields: [
      { name: 'limits.steps', label: 'Steps of the model', type: 'number' },
      { name: 'limits.repairs', label: 'Failed queries it may repair', type: 'number' },
      { name: 'limits.seconds', label: 'Seconds for the whole answer', type: 'number' },
      { name: 'limits.report_steps', label: 'Steps of the model in a report', type: 'number' },
      { name: 'limits.report_seconds', label: 'Seconds for a whole report', type: 'number' },
      {
        name: 'limits.silence',
        label: 'Seconds a server may be silent',
        type: 'number',
        hint: 'Before its first word and between two of them. With a fall-back, half of the time of the answer at most.',
      },
      {
        name: 'limits.output_tokens',
        label: 'Tokens a step may write',
        type: 'number',
        hint: '0: as many as the server allows.',
      },
    ],
  },
  {
    id: 'explain',
    title: 'Explainability',
    intro: 'What people see of how an answer came about, and what the model sees of their data.',
    fields: [
      {
        name: 'explain.show_sql',
        label: 'Show SQL',
        type: 'switch',
        hint: 'Beside results, and in answers of the API.',
      },
      {
        name: 'explain.show_steps',
        label: 'Show steps',
        type: 'switch',
        hint: 'Which tables it looked at and what it ran.',
      },
      {
        name: 'explain.verified_only',
        label: 'Verified only',
        type: 'switch',
        hint: 'A number that stands in no result is taken out of the answer. The words then appear at once, not as they are written.',
      },
      {
        name: 'explain.rows',
        label: 'Rows that the model may see',
        type: 'select',
        options: {
          none: 'None: names, types and counts only',
          samples: 'Samples: frequent values and five rows of a result',
          all: 'All: up to fifty rows of a result',
        },
        hint: 'For models outside. The built-in analyst is part of this server and reads what it needs.',
        wide: true,
      },
    ],
  },
  {
    id: 'checks',
    title: 'Checks',
    intro: 'What is looked at in each answer and shown with it.',
    fields: CHECK_NAMES.map((label, at): ConfigField => ({ name: checkField(at), label, type: 'switch' })),
  },
]
