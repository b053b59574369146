import { expect, test } from 'bun:test'
import { reading } from '../../../tests/support/reading.ts'

/** `rows`: a line each, cells between bars, ∅ for none. */
type Expected = { names: string[]; types?: string[]; rows: string[]; apart?: number[]; described?: string[] }

/** What programs write in their own ways, and the tables that are meant. */
const WRITTEN: [string, string, Expected][] = [
  [
    'how many rows a console printed',
    ' city | units \n------+-------\n Pune | 7 \n Oslo | 9 \n(2 rows)\n',
    { names: ['city', 'units'], rows: ['Pune|7', 'Oslo|9'], apart: [5] },
  ],
  [
    'another number below rows, which is none of them',
    'city,units,price\nPune,7,1\nOslo,9,2\n7 dwarfs,,\n',
    { names: ['city', 'units', 'price'], rows: ['Pune|7|1', 'Oslo|9|2', '7 dwarfs|∅|∅'] },
  ],
  [
    'names without one for the names of rows',
    '"full name" "units"\n"a" "Pune East" 7\n"b" "Oslo" 9\n',
    { names: ['column_1', 'full name', 'units'], rows: ['a|Pune East|7', 'b|Oslo|9'] },
  ],
  [
    'names in a remark above columns of fixed width',
    '% made by hand\n%  site   depth\nA1    2.5\nB1   13.5\nC1    4.0\n',
    { names: ['site', 'depth'], rows: ['A1|2.5', 'B1|13.5', 'C1|4.0'] },
  ],
  [
    'several values in the first column, and flags behind figures',
    'sex,age,geo\\TIME\t2021 \t2022 \nF,Y20,AT\t1.5 \t: \nF,Y20,BE\t2.5 p\t3.5 \nM,Y20,AT\t4.5 \t5.5 \nM,Y20,BE\t6.5 \t7.5 \n',
    {
      names: ['sex', 'age', 'geo', '2021', '2021_as_written', '2022', '2022_as_written'],
      rows: ['F|Y20|AT|1.5|∅|∅|: ', 'F|Y20|BE|2.5|2.5 p|3.5|∅', 'M|Y20|AT|4.5|∅|5.5|∅', 'M|Y20|BE|6.5|∅|7.5|∅'],
    },
  ],
  [
    'questions below the names, and what a program notes in JSON',
    'Seen,Q7\nWhen seen?,"Why, in a word?"\n"{""id"":""s""}","{""id"":""7""}"\n2024-01-02,rain\n2024-01-03,sun\n',
    {
      names: ['Seen', 'Q7'],
      types: ['DATE', 'VARCHAR'],
      rows: ['2024-01-02|rain', '2024-01-03|sun'],
      described: ['When seen?; id: s', 'Why, in a word?; id: 7'],
    },
  ],
  [
    'labels below the names of figures',
    'hhid,inc,memb\nHousehold,Income,People\n17,2.5,4\n18,3.5,2\n',
    { names: ['hhid', 'inc', 'memb'], rows: ['17|2.5|4', '18|3.5|2'], described: ['Household', 'Income', 'People'] },
  ],
  [
    'a first row of guesses, which is a row',
    'born,late\nabout 1900,3 (est.)\n1911,4\n1920,7\n1931,5\n',
    {
      names: ['born', 'born_as_written', 'late', 'late_as_written'],
      rows: ['1900|about 1900|3|3 (est.)', '1911|∅|4|∅', '1920|∅|7|∅', '1931|∅|5|∅'],
    },
  ],
  [
    'sums below an asterisk, of figures with their sign behind them',
    'part;unit;value\nA;kg;10,50\nB;kg;2,50-\nC;m;4,00\n*;;12,00\n',
    { names: ['part', 'unit', 'value'], rows: ['A|kg|10.50', 'B|kg|-2.50', 'C|m|4.00'], apart: [5] },
  ],
  [
    'an asterisk in place of a figure',
    'part,units,price\nA,3,1\nB,*,3\nC,6,7\n',
    { names: ['part', 'units', 'units_as_written', 'price'], rows: ['A|3|∅|1', 'B|∅|*|3', 'C|6|∅|7'] },
  ],
  [
    'texts that are guarded from spreadsheets',
    'n,key,also,said,tune\n4,\'007,="0042",\'=2 apples,\'90s\n9,\'1e5,="17",plain,Blue\n',
    { names: ['n', 'key', 'also', 'said', 'tune'], rows: ["4|007|0042|=2 apples|'90s", '9|1e5|17|plain|Blue'] },
  ],
  [
    'keys that look like numbers with an exponent',
    'commit_id,size\n65e1,1e3\n12ab,2e3\n',
    { names: ['commit_id', 'size'], rows: ['65e1|1000.0', '12ab|2000.0'] },
  ],
  [
    'a log of a web server',
    '::1 - ann [02/Jan/2024:10:00:00 +0100] "GET /a HTTP/1.1" 200 5\n::1 - - [02/Feb/2024:10:00:00 +0100] "GET /b HTTP/1.1" 404 -\n',
    {
      names: ['host', 'user', 'time', 'request', 'status', 'bytes'],
      rows: ['::1|ann|2024-01-02 09:00:00|GET /a HTTP/1.1|200|5', '::1|∅|2024-02-02 09:00:00|GET /b HTTP/1.1|404|∅'],
    },
  ],
  [
    'objects of objects with names in capitals',
    JSON.stringify([
      { at: { ID: 7, TYPE: 'x', DATE: { N: 2.5, M1: [1, 2] } } },
      { at: { ID: 8, TYPE: 'y', DATE: { N: 3.5, M1: [] } } },
    ]),
    {
      names: ['at_ID', 'at_TYPE', 'at_DATE_N', 'at_DATE_M1'],
      types: ['BIGINT', 'VARCHAR', 'DECIMAL(18,1)', 'VARCHAR'],
      rows: ['7|x|2.5|[1,2]', '8|y|3.5|[]'],
    },
  ],
  [
    'days of the week before figures, and signs between these',
    'a,b,c\nSat 03/25/2023,2023年3月25日(土),2023년 3월\nSun 03/26/2023,2023年12月1日(金),2023년 12월\n',
    {
      names: ['a', 'b', 'c'],
      types: ['DATE', 'DATE', 'DATE'],
      rows: ['2023-03-25|2023-03-25|2023-03-01', '2023-03-26|2023-12-01|2023-12-01'],
    },
  ],
  [
    'months in more languages',
    'a,b,c,d\n3 października 2023,3 Ekim 2023,4 мая 2023,5. heinäkuuta 2023\n13 maja 2023,1 Ağustos 2023,14 декабря 2023,6. elokuuta 2023\n',
    {
      names: ['a', 'b', 'c', 'd'],
      types: ['DATE', 'DATE', 'DATE', 'DATE'],
      rows: ['2023-10-03|2023-10-03|2023-05-04|2023-07-05', '2023-05-13|2023-08-01|2023-12-14|2023-08-06'],
    },
  ],
  [
    'digits of other scripts',
    'a,b,c\n४.५,٢٬٥٠٠,２０２４-０１-０２\n७.२५,٣٬٧٥٠,２０２４-０１-０３\n',
    {
      names: ['a', 'b', 'c'],
      types: ['DECIMAL(18,2)', 'BIGINT', 'DATE'],
      rows: ['4.50|2500|2024-01-02', '7.25|3750|2024-01-03'],
    },
  ],
  [
    'currencies in words of their country',
    'a;b;c\n1.500,25 TL;2 500 Kč;900円\n20,50 TL;125 Kč;1200円\n',
    { names: ['a', 'b', 'c'], rows: ['1500.25|2500|900', '20.50|125|1200'] },
  ],
  [
    'marks in the place of figures',
    'area,n\nA,12\nB,[x]\nC,[c]\nD,7\nE,9\n',
    { names: ['area', 'n', 'n_as_written'], rows: ['A|12|∅', 'B|∅|[x]', 'C|∅|[c]', 'D|7|∅', 'E|9|∅'] },
  ],
  [
    'remarks among the rows, and dashes below the names',
    'at,site,load\n---,----,----\n2024-01-02,a,5\n# pump off, for a while\n2024-01-03,b,7\n2024-01-04,b,8\n% end of day\n2024-01-05,b,9\n',
    {
      names: ['at', 'site', 'load'],
      types: ['DATE', 'VARCHAR', 'BIGINT'],
      rows: ['2024-01-02|a|5', '2024-01-03|b|7', '2024-01-04|b|8', '2024-01-05|b|9'],
      apart: [2, 4, 7],
    },
  ],
  [
    'names that begin with a hash, which are rows',
    'tag,who,n\n#sun,a,1\n#rain,,\n#snow,b,3\n',
    { names: ['tag', 'who', 'n'], rows: ['#sun|a|1', '#rain|∅|∅', '#snow|b|3'] },
  ],
  [
    'sums of groups that the rows do not add up to, and sums that go on',
    'day,no,text,in\n2024-01-02,a1,Rent,5.5\n2024-01-03,a2,Rent,6.5\nTotal Rent,,,90\nCarried forward,,,90\nBrought forward,,,90\n2024-01-04,a3,Tea,1.5\n',
    {
      names: ['day', 'no', 'text', 'in'],
      types: ['DATE', 'VARCHAR', 'VARCHAR', 'DECIMAL(18,1)'],
      rows: ['2024-01-02|a1|Rent|5.5', '2024-01-03|a2|Rent|6.5', '2024-01-04|a3|Tea|1.5'],
      apart: [4, 5, 6],
    },
  ],
  [
    'days as spreadsheets count them',
    'x,Start date,End date,size\na,45293,45293.5,45293\nb,45294,45294.25,45294\nc,45295,45295,45295\n',
    {
      names: ['x', 'Start date', 'End date', 'size'],
      types: ['VARCHAR', 'DATE', 'TIMESTAMP', 'BIGINT'],
      rows: [
        'a|2024-01-02|2024-01-02 12:00:00|45293',
        'b|2024-01-03|2024-01-03 06:00:00|45294',
        'c|2024-01-04|2024-01-04 00:00:00|45295',
      ],
    },
  ],
  [
    'lines in quotes as a whole',
    '"name;size;at"\n"a ""b"";1,5;2024-01-02"\n"c;2,5;2024-01-03"\n',
    {
      names: ['name', 'size', 'at'],
      types: ['VARCHAR', 'DECIMAL(18,1)', 'DATE'],
      rows: ['a "b"|1.5|2024-01-02', 'c|2.5|2024-01-03'],
    },
  ],
  [
    'texts in quotes that have a comma, which are one column',
    '"city, country"\n"Lyon, France"\n"Pune, India"\n"Oslo, Norway"\n',
    { names: ['city, country'], rows: ['Lyon, France', 'Pune, India', 'Oslo, Norway'] },
  ],
  [
    'debits and credits, and credits alone',
    'of,open,close\na,"1,200.00 Dr","3,100.00 CR"\nb,75.50 Cr,"5,000.00"\nc,12.00 Dr,"1,050.25"\n',
    { names: ['of', 'open', 'close'], rows: ['a|1200.00|-3100.00', 'b|-75.50|5000.00', 'c|12.00|1050.25'] },
  ],
  [
    'results below and above what can be measured',
    'no,ng\na,<0.2\nb,4.5\nc,> 90\nd,7.25\n',
    { names: ['no', 'ng', 'ng_as_written'], rows: ['a|0.20|<0.2', 'b|4.50|∅', 'c|90.00|> 90', 'd|7.25|∅'] },
  ],
  [
    'hours beyond a day, and times of day in other ways',
    'who,sum,come,go\na,41:30,7am,16h05\nb,8:15,7.30 am,17h45\n',
    {
      names: ['who', 'sum', 'come', 'go'],
      types: ['VARCHAR', 'BIGINT', 'TIME', 'TIME'],
      rows: ['a|149400|07:00:00|16:05:00', 'b|29700|07:30:00|17:45:00'],
    },
  ],
  [
    'prices without cents, and pieces',
    'what,a,b,n\nx,4.-,"1,500/-",3 pcs\ny,5.25,20/-,12 pcs\n',
    { names: ['what', 'a', 'b', 'n'], rows: ['x|4.00|1500|3', 'y|5.25|20|12'] },
  ],
  [
    'years of other calendars',
    'a,b\n1/03/2565,平成30年1月7日\n25/12/2566,令和元年12月1日\n',
    { names: ['a', 'b'], types: ['DATE', 'DATE'], rows: ['2022-03-01|2018-01-07', '2023-12-25|2019-12-01'] },
  ],
  [
    'a log whose columns a line names',
    '#Version: 1.0\n#Fields: date cs-uri sc-bytes\n2024-01-02 /a 5\n#Date: 2024-01-03\n2024-01-03 /b 7\n',
    {
      names: ['date', 'cs-uri', 'sc-bytes'],
      types: ['DATE', 'VARCHAR', 'BIGINT'],
      rows: ['2024-01-02|/a|5', '2024-01-03|/b|7'],
    },
  ],
  [
    'a quote that was forgotten',
    'id,who,n\n1,"Asha,5\n2,Ben,6\n3,"Kim",7\n4,Pat,8\n',
    { names: ['id', 'who', 'n'], rows: ['1|Asha|5', '2|Ben|6', '3|Kim|7', '4|Pat|8'] },
  ],
  [
    'a text that its comma cut, and lines that end in a carriage return alone',
    'id,who,n\n1,Asha,5\n2,Ben, from Rome,6\n3,Kim,7\r4,Pat,8\n',
    { names: ['id', 'who', 'n'], rows: ['1|Asha|5', '2|Ben, from Rome|6', '3|Kim|7', '4|Pat|8'] },
  ],
  [
    'letters that were encoded twice',
    `id,who\n1,${Buffer.from('Grüße').toString('latin1')}\n2,${Buffer.from('señor').toString('latin1')}\n3,Ann\n`,
    { names: ['id', 'who'], rows: ['1|Grüße', '2|señor', '3|Ann'] },
  ],
  [
    'zero bytes between letters',
    'id,who\n1,Asha\0\n2,Ben\n3,Kim of Rome\n',
    { names: ['id', 'who'], rows: ['1|Asha', '2|Ben', '3|Kim of Rome'] },
  ],
  [
    'how a sum is made up, below it',
    'no,what,at,n,paid\na1,Tea,x,2,5.5\na2,Bun,y,1,2.5\na3,Pie,x,1,4.0\nTOTAL,,,4,12.0\nby card,,,3,8.0\nin cash,,,1,4.0\n',
    {
      names: ['no', 'what', 'at', 'n', 'paid'],
      rows: ['a1|Tea|x|2|5.5', 'a2|Bun|y|1|2.5', 'a3|Pie|x|1|4.0'],
      apart: [5, 6, 7],
    },
  ],
  [
    'values with their types beside them, and moments of older services',
    JSON.stringify([
      { key: { $oid: 'ab1' }, n: { N: '7' }, made: '/Date(1704182709000)/' },
      { key: { $oid: 'ab2' }, n: { N: '8' }, made: '/Date(-1000+0200)/' },
    ]),
    {
      names: ['key', 'n', 'made'],
      types: ['VARCHAR', 'BIGINT', 'TIMESTAMP'],
      rows: ['ab1|7|2024-01-02 08:05:09', 'ab2|8|1969-12-31 23:59:59'],
    },
  ],
  [
    'days of older services',
    JSON.stringify([
      { parcel: 'p1', sent: '/Date(1709596800000)/' },
      { parcel: 'p2', sent: null },
      { parcel: 'p3', sent: '/Date(1710720000000)/' },
    ]),
    {
      names: ['parcel', 'sent'],
      types: ['VARCHAR', 'DATE'],
      rows: ['p1|2024-03-05', 'p2|∅', 'p3|2024-03-18'],
    },
  ],
]

test.each(WRITTEN)('%s', async (_, text, { names, types, rows, apart = [], described }) => {
  const read = await reading(text)
  const [table] = read.tables
  expect([table!.names, table!.lines]).toEqual([names, rows])
  if (types) expect(table!.typeList).toEqual(types)
  if (described) expect(read.described[0]).toEqual(described)
  expect(read.dialect.apart?.sample.map(({ line }) => line) ?? []).toEqual(apart)
})
