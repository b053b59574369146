import { expect, test } from 'bun:test'
import { translated } from './languages.ts'

test.each([
  ['Wie viele Bestellungen gab es 2025?', 'how many orders were there 2025?'],
  ['Durchschnittlicher Bestellwert nach Kanal', 'average order value by channel'],
  ['¿Cuántos pedidos hubo en Pune?', 'how many orders were there in Pune?'],
  ['Quelle ville a le plus de clients', 'which city has the most customers'],
  ['Durchschnittsgehalt je Abteilung', 'average salary per department'],
  ['Welche Insel hat die meisten Tiere?', 'which island has the most animals?'],
  ['edad media por genero', 'average age by gender'],
  ['¿Qué equipo tiene más goles?', 'which team has the most goals?'],
  ["Combien d'animaux par île ?", 'how many animals by island?'],
  ['Wie viele Patienten sind im Krankenhaus gestorben?', 'how many patients are in hospitals died?'],
  ['¿Cuál es la película más larga?', 'what is the longest movies?'],
  ['Quel joueur a gagné le plus de médailles ?', 'which players has won the most medals?'],
  ['Combien de sucre par repas ?', 'how much sugar by meal?'],
  ['edad media de hombres con peso > 80', 'average age of men with weight > 80'],
  ['har shahar mein kitne grahak hain', 'how many customers per city'],
  ['sabse zyada sales kis region ki thi', 'which region has the most sales'],
  ['price ke hisaab se kul bikri', 'total sales per price'],
])('%s is %s', (question, english) => {
  expect(translated(question)?.text).toBe(english)
})

test('English, and what is of no language here, is left alone', () => {
  expect(translated('revenue by city')).toBeNull()
  expect(translated('xyzzy')).toBeNull()
  for (const question of ['sales in mai', 'what is the total', 'as a pie', 'art on a par with film'])
    expect(translated(question)).toBeNull()
})

test('words that the catalog uses stay as they are', () => {
  expect(translated('Wie viele Bestellungen pro Kanal', new Set(['bestellungen']))?.text).toBe(
    'how many Bestellungen per channel',
  )
})
