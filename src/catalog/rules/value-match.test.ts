import { describe, expect, test } from 'bun:test'
import { folded, foldedLines } from './folded.ts'
import { matchOf, ranked, wantedOf } from './value-match.ts'

describe('a stored value answers to a text', () => {
  test.each([
    ['letter for letter', 'France', 'France', 'exact'],
    ['in other case', 'france', 'FRANCE', 'case'],
    ['but for accents', 'cote d’ivoire', "Côte d'Ivoire", 'case'],
    ['but for ß', 'STRASSE', 'Straße', 'case'],
    ['but for letters that have no accent to take away', 'Lodz Tromso', 'Łódź Tromsø', 'case'],
    ['but for width', 'ＡＢＣ１', 'abc1', 'case'],
    ['but for spaces of any kind', 'new york', ' New\u00a0\tYork\n', 'case'],
    ['but for marks of direction', 'ab', 'a\u202eb', 'case'],
    ['but for NUL, which is a space', 'a b', 'a\0b', 'case'],
    ['in Cyrillic', 'тромсе', 'ТРОМСЁ', 'case'],
    ['in Greek, whose last s is another letter', 'ΕΛΛΑΣ', 'Ελλάς', 'case'],
    ['by the start of a word', 'york', 'New York', 'word'],
    ['by the start of a word in Cyrillic', 'москв', 'Новая Москва', 'word'],
    ['anywhere in a script without spaces', '京都', '東京都', 'word'],
    ['by the start of a word in Hangul', '서울', '서울특별시', 'word'],
    ['by a short word', 'in', 'Back in Black', 'word'],
    ['by letters inside', 'ack', 'Jackson', 'contains'],
    ['not by two letters inside', 'ck', 'Jackson', null],
    ['with one letter wrong', 'Norwey', 'Norway', 'similar'],
    ['with two letters swapped', 'Metallcia', 'Metallica', 'similar'],
    ['with its words in another order', 'john smith', 'Smith, John', 'similar'],
    ['with a wrong letter in a part of it', 'Metalica', 'Metallica Live in Rome', 'similar'],
    ['not when it is something else', 'Norway', 'Germany', null],
    ['not to nothing', '\u00ad', 'anything', null],
    ['in an Indian script, whose vowels are no accents', 'हद', 'हिंदी', null],
  ])('%s', (_, text, value, kind) => expect(matchOf(wantedOf(text), value)?.kind ?? null).toBe(kind as never))
})

test('the lines of a text are those of its folding', () => {
  const lines = ['A  b', ' Ça ', '', 'x\r\u2028y\0', 'ﬁn', '½ Ω']
  expect(foldedLines(lines.join('\n')).split('\n')).toEqual(lines.map(folded))
})

test('the best of each column comes before the second best of any', () => {
  const at = (column: string, value: string, kind: 'exact' | 'word', count: number) => ({
    ...{ table: 't', column, value, kind, count },
    likeness: 1,
  })
  const found = [at('a', '1', 'word', 9), at('a', '2', 'word', 8), at('b', '3', 'word', 1), at('b', '4', 'exact', 1)]
  expect(ranked(found).map(({ value }) => value)).toEqual(['4', '1', '3', '2'])
})
