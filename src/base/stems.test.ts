import { expect, test } from 'bun:test'
import { nameWords, root, stem } from './stems.ts'

test.each([
  ['cities', 'city'],
  ['ids', 'id'],
  ['addresses', 'address'],
  ['status', 'status'],
  ['boxes', 'box'],
  ['people', 'person'],
  ['classes', 'class'],
  ['constructor', 'constructor'],
])('%s meets %s', (word, expected) => expect(stem(word)).toBe(expected))

test.each([
  ['order_items', ['order', 'item']],
  ['OrderID', ['order', 'id']],
  ['HTTPStatus', ['http', 'status']],
  ['order-date 2', ['order', 'date', '2']],
  ['releasedate', ['release', 'date']],
  ['winpercent', ['win', 'percent']],
  ['custid', ['customer', 'id']],
  ['perchsd', ['perchsd']],
  ['paperless', ['paperless']],
  ['started', ['started']],
  ['constructors', ['constructor']],
  ['Saturday', ['saturday']],
])('%s has the words %p', (name, words) => expect(nameWords(name)).toEqual(words))

test('forms of a verb share a root', () => expect(root('shipped')).toBe(root('shipping')))
