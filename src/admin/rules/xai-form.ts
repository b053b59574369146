import { CHECK_NAMES, PRESETS, type XaiConfig } from '#records/rules/xai.ts'
import { type ConfigField, type ConfigGroup, folded } from './config-field.ts'

const LETTERS = 'abcdefghij'
const checkField = (at: number) => `explain.checks.c${LETTERS[at]}`

/** A configuration as the fields of its form. The key is never among them. */
export const xaiFields = (config: XaiConfig): Record<string, string> => {
  const { 'explain.checks': _, ...fields } = folded(config)
  const checks = CHECK_NAMES.map((name, at) => [checkField(at), config.explain.checks.includes(name) ? 'yes' : 'no'])
  return { ...fields, ...Object.fromEntries(checks) }
}

/** @param keyHint what is known of the key */
export const xaiGroups = (keyHint: string): ConfigGroup[] => [
  {
    id: 'model',
    title: 'Model',
    intro: 'Who answers. Running answers keep the model that they began with.',
    fields: [
      {
        name: 'model.preset',
        label: 'Server',
        type: 'select',
        options: Object.fromEntries(Object.entries(PRESETS).map(([name, { label }]) => [name, label])),
        hint: 'The built-in analyst works by rules, needs no key and sends nothing anywhere.',
      },
      {
        name: 'model.name',
        label: 'Model',
        optional: true,
        suggestions: Object.values(PRESETS).flatMap(({ models }) => [...models]),
        hint: 'As the server calls it.',
      },
      {
        name: 'model.address',
        label: 'Address',
        type: 'url',
        optional: true,
        hint: 'Empty: the usual one of the server. Private addresses must be among ALLOWED_PRIVATE_HOSTS.',
      },
      {
        name: 'model.api',
        label: 'Interface',
        type: 'select',
        options: { '': 'As usual for the server', responses: 'Responses', chat: 'Chat completions' },
        hint: 'Which of OpenAI’s two interfaces the server speaks.',
      },
      { name: 'key', label: 'Key', type: 'password', optional: true, hint: keyHint, wide: true },
    ],
  },
  {
    id: 'limits',
    title: 'Limits',
    intro: 'How far one answer may go before it is ended. What is ended costs nothing.',
    fields: [
      { name: 'limits.steps', label: 'Steps of the model', type: 'number' },
      { name: 'limits.repairs', label: 'Failed queries it may repair', type: 'number' },
      { name: 'limits.seconds', label: 'Seconds for the whole answer', type: 'number' },
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
