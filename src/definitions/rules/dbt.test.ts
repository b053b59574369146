import { expect, test } from 'bun:test'
import { dbtManifest, readDbt } from './dbt.ts'

const read = (more: object) => readDbt(dbtManifest.parse({ metadata: { dbt_schema_version: '12' }, ...more }))
const simple = { name: 'm0', type: 'simple', type_params: { measure: 'amount' } }
const semantic_models = {
  s: { name: 's', node_relation: { alias: 'sales' }, measures: [{ name: 'amount', agg: 'sum' }] },
}
/** Metrics of which each is made of the one before. */
const chain = (length: number, expr: (name: string) => string) => ({
  semantic_models,
  metrics: Object.fromEntries(
    Array.from({ length }, (_, at) => {
      const of = `m${at - 1}`
      return [
        `m${at}`,
        at === 0 ? simple : { name: `m${at}`, type: 'derived', type_params: { expr: expr(of), metrics: [of] } },
      ]
    }),
  ),
})

test.each([
  ['doubles', chain(40, (of) => `${of} + ${of}`), 40],
  ['is long', chain(5_000, (of) => of), 5_000],
  ['says one name often', chain(2, (of) => `${of} + `.repeat(500_000)), 2],
])(
  'a manifest whose metrics %s is read at once, and what is too much of it is not taken over',
  (_, manifest, count) => {
    const began = performance.now()
    const { definitions, unusable } = read(manifest)
    expect(performance.now() - began).toBeLessThan(5_000)
    expect(definitions.length + unusable.length).toBe(count)
    expect(definitions.length).toBeGreaterThan(0)
    expect(unusable.length).toBeGreaterThan(0)
    for (const { input } of definitions) expect(JSON.stringify(input).length).toBeLessThan(5_000)
  },
)

test('many tests of relationships are looked up, not searched, and names of objects are no tables', () => {
  const count = 10_000
  const nodes = Object.fromEntries(
    Array.from({ length: count }, (_, at) => [
      [`model.${at}`, { resource_type: 'model', name: `t${at}` }],
      [
        `test.${at}`,
        {
          ...{
            resource_type: 'test',
            name: 'r',
            column_name: 'id',
            attached_node: at === 0 ? '__proto__' : `model.${at}`,
          },
          test_metadata: { name: 'relationships', kwargs: { to: `ref('t${count - 1}')`, field: 'id' } },
        },
      ],
    ]).flat(),
  )
  const began = performance.now()
  expect(read({ nodes }).relations).toHaveLength(count - 1)
  expect(performance.now() - began).toBeLessThan(5_000)
})
