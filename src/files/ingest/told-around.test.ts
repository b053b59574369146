import { expect, test } from 'bun:test'
import { reading } from '../../../tests/support/reading.ts'

/** Each with the lines of its first table, cells between bars, below its names; `~` for no value, `↵` for a new line in one. */
const FILES: [name: string, text: string, table: string, apart: number[]][] = [
  [
    'headings between rows are a column',
    'item,unit,price\nBread,,\nrye,kg,4.5\nwhite,kg,3.2\nspelt,kg,5.1\nCakes,,\nplum,pc,2.4\ncheese,pc,2.9\nnut,pc,2.0\n',
    'group|item|unit|price\nBread|rye|kg|4.5\nBread|white|kg|3.2\nBread|spelt|kg|5.1\nCakes|plum|pc|2.4\nCakes|cheese|pc|2.9\nCakes|nut|pc|2.0',
    [2, 6],
  ],
  [
    'titles above names that come again are a column',
    'Cup;;\nMay 2024;;\n\nPool A;;\nrank;team;points\n1;Ajo;7\n2;Bell;5\n3;Cato;2\n\nPool B;;\nrank;team;points\n1;Dorn;9\n2;Emu;4\n3;Fay;1\n',
    'group|rank|team|points\nPool A|1|Ajo|7\nPool A|2|Bell|5\nPool A|3|Cato|2\nPool B|1|Dorn|9\nPool B|2|Emu|4\nPool B|3|Fay|1',
    [10, 11],
  ],
  [
    'a sum above its parts names them',
    'cost,plan,used\nStaff,100,90\npay,80,75\ntraining,20,15\nRooms,60,66\nrent,50,50\npower,10,16\n',
    'group|cost|plan|used\nStaff|pay|80|75\nStaff|training|20|15\nRooms|rent|50|50\nRooms|power|10|16',
    [2, 5],
  ],
  [
    'what is written once for several rows',
    'country,city,shops\nPeru,Lima,7\n,Cusco,2\nChile,Arica,3\n,Talca,1\n,Temuco,4\nKenya,Nakuru,5\n,Thika,9\n',
    'country|city|shops\nPeru|Lima|7\nPeru|Cusco|2\nChile|Arica|3\nChile|Talca|1\nChile|Temuco|4\nKenya|Nakuru|5\nKenya|Thika|9',
    [],
  ],
  [
    'a first value that is missing now and then',
    'owner,city,shops\nAnn,Lima,7\n,Cusco,2\nBen,Arica,3\nAnn,Talca,1\n,Temuco,4\nKim,Nakuru,5\nAnn,Thika,9\n',
    'owner|city|shops\nAnn|Lima|7\n~|Cusco|2\nBen|Arica|3\nAnn|Talca|1\n~|Temuco|4\nKim|Nakuru|5\nAnn|Thika|9',
    [],
  ],
  [
    'a text that goes on in the next line',
    'no;job;done\n1;Paint the long;2024-02-03\n;wall by the river;\n2;Mow;2024-02-04\n3;Cut the hedge and;2024-02-09\n;carry away;\n;all of it;\n',
    'no|job|done\n1|Paint the long wall by the river|2024-02-03\n2|Mow|2024-02-04\n3|Cut the hedge and carry away all of it|2024-02-09',
    [3, 6, 7],
  ],
  [
    'sums of two rows without a word',
    'day,who,paid\n2024-01-03,Ann,10\n2024-01-04,Ben,30\n,,40\n2024-02-14,Kim,5\n2024-02-15,Lea,7\n,,12\n',
    'day|who|paid\n2024-01-03|Ann|10\n2024-01-04|Ben|30\n2024-02-14|Kim|5\n2024-02-15|Lea|7',
    [4, 7],
  ],
  [
    'a foot with shares beside its sums',
    'ward,men,women,old,share %\nA,10,12,3,20.5\nB,20,22,4,30.5\nC,30,31,5,25.0\nTown,60,65,12,26.3\n',
    'ward|men|women|old|share %\nA|10|12|3|20.5\nB|20|22|4|30.5\nC|30|31|5|25.0',
    [5],
  ],
  [
    'names below headings where rows have a day',
    'no,sent,Do you own,,Remarks\n,,a car,a bike,Text\n1,2024-03-14,car,bike,\n2,2024-03-15,,bike,none yet\n3,2024-03-16,car,,\n',
    'no|sent|Do you own a car|Do you own a bike|Remarks Text\n1|2024-03-14|car|bike|~\n2|2024-03-15|~|bike|none yet\n3|2024-03-16|car|~|~',
    [],
  ],
  [
    'numbers of buses over times',
    'Linie 7;;\n;Mo-Fr;Sa\nHalt;12;14\nDom;06:10;08:10\nZoo;06:14;—\nBad;06:20;08:20\n',
    'Halt|Mo-Fr 12|Sa 14\nDom|06:10:00|08:10:00\nZoo|06:14:00|~\nBad|06:20:00|08:20:00',
    [],
  ],
  [
    'a first row of amounts is no name',
    '01;2024-03-01;12.5 kg\n02;2024-03-02;11.0 kg\n03;2024-03-05;9.5 kg\n',
    'column_1|column_2|column_3\n01|2024-03-01|12.5\n02|2024-03-02|11.0\n03|2024-03-05|9.5',
    [],
  ],
  [
    'columns under a rule, below a report',
    'Report 7\n=======\n Site   Depth  Kind\n         [m]\n ---- ------- -----\n    1    2.10 sand\n    2   12.50 clay x\n    3    3.75 silt\n Mean of all is not told here\n',
    'Site|Depth|Kind\n1|2.10|sand\n2|12.50|clay x\n3|3.75|silt',
    [9],
  ],
  [
    'a page with a table',
    '<html><body><table><tr><th>who</th><th>city</th><th>n</th></tr>\n<tr><td>Ann &amp; Co</td><td>Rome<br>South</td><td>7</td></tr>\n<tr><td>Ben</td><td colspan="2"></td></tr><tr><td>Kim</td><td>Bern</td><td>9</td></tr></table></body></html>',
    'who|city|n\nAnn & Co|Rome↵South|7\nBen|~|~\nKim|Bern|9',
    [],
  ],
  [
    'letters for what comes in and goes out',
    'dia;texto;valor\n13/05/2024;Pix;100,00 C\n14/05/2024;Taxa;20,50 D\n15/05/2024;Conta;1.179,50 D\n',
    'dia|texto|valor\n2024-05-13|Pix|100.00\n2024-05-14|Taxa|-20.50\n2024-05-15|Conta|-1179.50',
    [],
  ],
  [
    'signs for sums between rules, beside a number of their group',
    '|  |Item |Shop |Sold | Paid |\n|--|-----|-----|-----|------|\n|  |tea  |7    |3    | 4.50 |\n|  |bun  |7    |1-   | 1.50-|\n|* |     |7    |     | 3.00 |\n|  |pie  |8    |2    | 6.25 |\n|  |jam  |8    |4    | 8.25 |\n|* |     |8    |     |14.50 |\n|**|     |     |     |17.50 |\n',
    'column_1|Item|Shop|Sold|Paid\n~|tea|7|3|4.50\n~|bun|7|-1|-1.50\n~|pie|8|2|6.25\n~|jam|8|4|8.25',
    [5, 8, 9],
  ],
  [
    'lines of JSON that speak of the file',
    '{"kind":"start","version":3}\n{"city":"Oslo","n":1,"warm":false}\n{"city":"Pune","n":2,"warm":true}\n{"city":"Lima","n":3,"warm":true}\n{"lines":3,"hash":"ab"}\n',
    'city|n|warm\nOslo|1|false\nPune|2|true\nLima|3|true',
    [1, 5],
  ],
  [
    'lines of JSON in pairs',
    '{"put":"k1"}\n{"bird":"wren","n":4}\n{"put":"k2"}\n{"bird":"tit","n":9}\n',
    'put|bird|n\nk1|wren|4\nk2|tit|9',
    [],
  ],
  [
    'messages of several tables',
    '{"op":"add","table":"birds","row":{"bird":"wren","n":4}}\n{"op":"add","table":"sites","row":{"site":"pool","area":2.5}}\n{"op":"add","table":"birds","row":{"bird":"tit","n":9}}\n{"op":"end"}\n',
    'bird|n\nwren|4\ntit|9',
    [4],
  ],
  [
    'a page of results and its rows',
    '[{"page":1,"total":2},[{"city":"Oslo","n":1},{"city":"Pune","n":2}]]',
    'city|n\nOslo|1\nPune|2',
    [],
  ],
  [
    'points on a map',
    '{"type":"FeatureCollection","features":[{"properties":{"tree":"oak"},"geometry":{"type":"Point","coordinates":[9.5,53.25]}},{"properties":{"tree":"ash"},"geometry":{"type":"Point","coordinates":[9.75,53.5]}}]}',
    'tree|longitude|latitude\noak|9.50|53.25\nash|9.75|53.50',
    [],
  ],
]

test.each(FILES)('%s', async (_, text, table, apart) => {
  const { tables, dialect } = await reading(text)
  const cells = [tables[0]!.names, ...tables[0]!.rows].map((row) =>
    row.map((cell) => cell?.replace('\n', '↵') ?? '~').join('|'),
  )
  expect(cells.join('\n')).toBe(table)
  expect(dialect.apart?.sample.map(({ line }) => line) ?? []).toEqual(apart)
})

test.each([
  ['below nought, among values of the other sign', ['-999', '-4', '7', '12', '-11', '9'], 1],
  ['only where the others are far from it', ['-999', '-1400', '700', '1200', '-1100', '900'], 0],
  ['a score below nought', ['-99', '41', '38', '52', '60', '47'], 1],
  ['a loss among losses', ['-99', '-41', '38', '52', '-60', '47'], 0],
  ['one price of nines', ['9999', '450', '380', '120', '99', '210'], 0],
  ['twice the same nines', ['9999', '450', '9999', '120', '99', '210'], 2],
])('numbers that stand for none: %s', async (_, values, none) => {
  const rows = values.map((value, at) => `s${at},${value}`).join('\n')
  const [table] = (await reading(`site,level\n${rows}\n`)).tables
  const codes = table!.rows.filter(([, value]) => value === null)
  expect([codes.length, table!.types.level]).toEqual([none, 'BIGINT'])
  // What stood there is kept beside the column.
  for (const row of codes) expect(values).toContain(row[2]!)
})
