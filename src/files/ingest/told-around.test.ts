import { expect, test } from 'bun:test'
import { reading } from '../../../tests/support/reading.ts'
import { dated, workbook } from '../../../tests/support/workbook.ts'

/** Each with the lines of its first table, cells between bars, below its names; `~` for no value, `↵` for a new line in one. */
const FILES: [name: string, text: string, table: string, apart: number[]][] = [
  [
    'headings between rows are a column',
    'item,unit,price\nBread,,\nrye,kg,4.5\nwhite,kg,3.2\nspelt,kg,5.1\nCakes,,\nplum,pc,2.4\ncheese,pc,2.9\nnut,pc,2.0\n',
    'group|item|unit|price\nBread|rye|kg|4.5\nBread|white|kg|3.2\nBread|spelt|kg|5.1\nCakes|plum|pc|2.4\nCakes|cheese|pc|2.9\nCakes|nut|pc|2.0',
    [2, 6],
  ],
  [
    'a list that goes on beside itself is one, with what stands below it',
    'Rank,Who,Points,,Rank,Who,Points\n1,Ann,9.5,,4,Dee,7.0\n2,Bea,8.5,,5,Eve,6.5\n3,Cat,7.5,,,,\nsigned: the jury,,,,,,\n',
    'Rank|Who|Points\n1|Ann|9.5\n2|Bea|8.5\n3|Cat|7.5\n4|Dee|7.0\n5|Eve|6.5',
    [7],
  ],
  [
    'without a gap too',
    'Code;Town;Code;Town;Code;Town\nAB;Aberdeen;DD;Dundee;IV;Inverness\nBA;Bath;EH;Edinburgh;KA;Kilmarnock\nCB;Cambridge;G;Glasgow;L;Liverpool\n',
    'Code|Town\nAB|Aberdeen\nBA|Bath\nCB|Cambridge\nDD|Dundee\nEH|Edinburgh\nG|Glasgow\nIV|Inverness\nKA|Kilmarnock\nL|Liverpool',
    [],
  ],
  [
    'measurements of two devices beside each other are no list',
    'Time;Volt;Time;Volt\n0.1;3.5;0.2;1.5\n0.3;3.6;0.4;1.7\n0.5;3.4;0.6;1.4\n',
    'Time|Volt|Time_2|Volt_2\n0.1|3.5|0.2|1.5\n0.3|3.6|0.4|1.7\n0.5|3.4|0.6|1.4',
    [],
  ],
  [
    'signs and words for the value above',
    'day,boat,fish,boxes\n2024-04-02,Aurora,cod,120\n"""",do.,ling,12\n2024-04-03,do.,cod,98\n"""",Bella,hake,7\n',
    'day|boat|fish|boxes\n2024-04-02|Aurora|cod|120\n2024-04-02|Aurora|ling|12\n2024-04-03|Aurora|cod|98\n2024-04-03|Bella|hake|7',
    [],
  ],
  [
    'lengths in words below names are no labels of them',
    'task,who,spent,planned\nplan,Ada,1h 20m,2h\nmake,Bob,3h 05m,3h 30m\ntest,Cy,45m,1h\n',
    'task|who|spent|planned\nplan|Ada|4800|7200\nmake|Bob|11100|12600\ntest|Cy|2700|3600',
    [],
  ],
  [
    'blanks at which no line may break, before units',
    'who;paid;off\nAlba;12\u00a0400,00\u00a0€;5\u202f%\nBrix;8\u00a0150,50\u00a0€;2,5\u202f%\nCora;990,00\u00a0€;0\u202f%\n',
    'who|paid|off\nAlba|12400.00|5.0\nBrix|8150.50|2.5\nCora|990.00|0.0',
    [],
  ],
  [
    'names that lines above a table tell with numbers',
    '# Station: pier\n# Column 1: day\n# Column 2: Depth (m)\n# Column 3: Salt\n2024-05-01;1.2;35.1\n2024-05-02;1.3;35.0\n2024-05-03;1.1;34.8\n',
    'day|Depth (m)|Salt\n2024-05-01|1.2|35.1\n2024-05-02|1.3|35.0\n2024-05-03|1.1|34.8',
    [],
  ],
  [
    'names that lines above a table tell with its own sign between',
    'Version,3\nLogger,HX\nSite,pier\nCh1,Day\nCh2,Depth\nCh3,Salt\nDATA\n2024-05-01,1.2,35.1\n2024-05-02,1.3,35.0\n2024-05-03,1.1,34.8\n',
    'Day|Depth|Salt\n2024-05-01|1.2|35.1\n2024-05-02|1.3|35.0\n2024-05-03|1.1|34.8',
    [],
  ],
  [
    'names that a remark lists, whose sign is none of the values',
    '; monitor; version 2\n; columns: time, flow, depth\n2024-06-01T00:00:00 14.2 310\n2024-06-01T00:05:00 14.4 312\n2024-06-01T00:10:00 14.9 318\n',
    'time|flow|depth\n2024-06-01 00:00:00|14.2|310\n2024-06-01 00:05:00|14.4|312\n2024-06-01 00:10:00|14.9|318',
    [],
  ],
  [
    'figures with one blank between some of them, below names with numbers',
    '* SBE file\n# name 0 = depth\n# name 1 = salt\n# name 2 = flag\n*END*\n      1.000    11.20      0.000e+00\n      2.000    11.19     -9.990e-29\n     10.000 -9.990e-29    0.000e+00\n     11.000    11.05      0.000e+00\n     12.000    11.02      0.000e+00\n',
    'depth|salt|flag\n1.000|11.2|0.0\n2.000|11.19|-9.99e-29\n10.000|-9.99e-29|0.0\n11.000|11.05|0.0\n12.000|11.02|0.0',
    [],
  ],
  [
    'sentences between rows whose first cells are shorter',
    'batch,day,kg\nB1,2024-02-01,412.5\nB2,2024-02-02,398.0\nNote: the mixer was cleaned before the next one,,\nB3,2024-02-05,420.8\nB4,2024-02-06,417.3\n* estimated,,\n',
    'batch|day|kg\nB1|2024-02-01|412.5\nB2|2024-02-02|398.0\nB3|2024-02-05|420.8\nB4|2024-02-06|417.3',
    [4, 7],
  ],
  [
    'headings across the columns of a print, one of them with one row',
    'Hof Linde - Karte\n\nNr     Gericht                Preis\nVORSPEISEN\n  11   Kürbis                   6,00\n  12   Pilze                    7,50\nHAUPTGERICHTE\n  21   Schnitzel               14,50\n  22   Spätzle                 12,00\nNACHSPEISEN\n  31   Strudel                  6,00\n',
    'group|Nr|Gericht|Preis\nVORSPEISEN|11|Kürbis|6.00\nVORSPEISEN|12|Pilze|7.50\nHAUPTGERICHTE|21|Schnitzel|14.50\nHAUPTGERICHTE|22|Spätzle|12.00\nNACHSPEISEN|31|Strudel|6.00',
    [4, 7, 10],
  ],
  [
    'lengths and times in German',
    'Tag;Beginn;Fahrt;Pause\nMo;8.00 Uhr;1 Std. 12 Min.;5 Min.\nDi;8.15 Uhr;58 Min.;4 Min.\nDo;17:45 Uhr;2 Std.;10 Min.\n',
    'Tag|Beginn|Fahrt|Pause\nMo|08:00:00|4320|300\nDi|08:15:00|3480|240\nDo|17:45:00|7200|600',
    [],
  ],
  [
    'units in a second remark below names',
    '# gauge 7\n#day         level  flow\n#-               m  m3/s\n2023-11-04    3.41  12.5\n2023-11-05    3.38  12.1\n2023-11-06    3.35  11.9\n2023-11-07    3.30  11.2\n',
    'day|level|flow\n2023-11-04|3.41|12.5\n2023-11-05|3.38|12.1\n2023-11-06|3.35|11.9\n2023-11-07|3.30|11.2',
    [],
  ],
  [
    'a title with a word at the end of its line, above names over days',
    'Rota of May,,,,,v2\nWho,Mon,Tue,Wed,Thu,Hours\n,6/5,7/5,8/5,9/5,\nIda,D,N,N,x,24\nJon,N,D,x,D,24\nKai,x,x,D,N,16\n',
    'Who|Mon 6/5|Tue 7/5|Wed 8/5|Thu 9/5|Hours\nIda|D|N|N|x|24\nJon|N|D|x|D|24\nKai|x|x|D|N|16',
    [],
  ],
  [
    'what the same words say below each group',
    'art,pcs,kg\nAisle 1,,\nA1,12,1.5\nA2,30,0.7\nitems: 2,,\nAisle 2,,\nB1,2,4.5\nB2,5,3.1\nB3,7,2.1\nitems: 3,,\nAisle 3,,\nC1,4,0.5\n',
    'group|art|pcs|kg\nAisle 1|A1|12|1.5\nAisle 1|A2|30|0.7\nAisle 2|B1|2|4.5\nAisle 2|B2|5|3.1\nAisle 2|B3|7|2.1\nAisle 3|C1|4|0.5',
    [2, 5, 6, 10, 11],
  ],
  [
    'headings between the rows of a print below a title with a day',
    'OVERDUE                                    03.06.2024\n\nCode      Title                   Due         Fee\n--------------------------------------------------\nBranch: Central\n300112    The Long Harbour        01.05.2024  3.40\n300145    Mosses                  12.05.2024  2.20\n\nBranch: Harbour\n300301    Knots                   30.05.2024  0.40\n300302    Rope and how to use it  30.05.2024  0.40\n',
    'Branch|Code|Title|Due|Fee\nCentral|300112|The Long Harbour|2024-05-01|3.40\nCentral|300145|Mosses|2024-05-12|2.20\nHarbour|300301|Knots|2024-05-30|0.40\nHarbour|300302|Rope and how to use it|2024-05-30|0.40',
    [5, 9],
  ],
  [
    'days as headings of rows that hold texts',
    'Home,Away,Score\nSaturday 4 May 2024,,\nAjo,Bell,2:1\nCato,Dorn,0:0\nSunday 5 May 2024,,\nEmu,Fay,3:2\nGull,Hay,1:1\n',
    'group|Home|Away|Score\n2024-05-04|Ajo|Bell|2:1\n2024-05-04|Cato|Dorn|0:0\n2024-05-05|Emu|Fay|3:2\n2024-05-05|Gull|Hay|1:1',
    [2, 5],
  ],
  [
    'rules above sums further to the right, and headings of accounts',
    'LEDGER                                 31/03/2024\nRiverside Club                             Page 1\n\nDate        Ref   Narrative          Debit   Credit\n---------------------------------------------------\nAccount 4010 Bar sales\n04/03/2024  J011  Takings wk 9               812.40\n11/03/2024  J014  Takings wk 10              790.15\n                                   -------  -------\n                  Account total       0.00  1602.55\nAccount 5100 Purchases\n16/03/2024  P201  Brewery           355.20\n19/03/2024  P209  Wine merchant     148.90\n28/03/2024  P214  Brewery           301.75\n',
    'group|Date|Ref|Narrative|Debit|Credit\nAccount 4010 Bar sales|2024-03-04|J011|Takings wk 9|~|812.40\nAccount 4010 Bar sales|2024-03-11|J014|Takings wk 10|~|790.15\nAccount 5100 Purchases|2024-03-16|P201|Brewery|355.20|~\nAccount 5100 Purchases|2024-03-19|P209|Wine merchant|148.90|~\nAccount 5100 Purchases|2024-03-28|P214|Brewery|301.75|~',
    [6, 10, 11],
  ],
  [
    'sums carried over, whose words go on over a blank between columns',
    'VALUES           Page 1 of 2\nItem    What       Qty     Value\nA100    Anchor       4    480.00\nA120    Pump         9    719.10\nA133    Cleat       30    210.00\nCarried forward          1409.10\n\nVALUES           Page 2 of 2\nItem    What       Qty     Value\nBrought forward          1409.10\nB200    Buoy        12    300.00\nB240    Compass      2    258.00\nTOTAL                    1967.10\n',
    'Item|What|Qty|Value\nA100|Anchor|4|480.00\nA120|Pump|9|719.10\nA133|Cleat|30|210.00\nB200|Buoy|12|300.00\nB240|Compass|2|258.00',
    [6, 8, 9, 10, 13],
  ],
  [
    'keys of JSON above lists of the same objects',
    '{"Mon":[{"at":"08:00","what":"Maths"},{"at":"09:00","what":"Art"}],"Tue":[{"at":"08:00","what":"Sport"}],"Wed":[{"at":"10:00","what":"Latin"}]}',
    'key|at|what\nMon|08:00:00|Maths\nMon|09:00:00|Art\nTue|08:00:00|Sport\nWed|10:00:00|Latin',
    [],
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
    'a sum above its parts, and one of all below them',
    'cost,plan,used\nStaff,100,90\npay,80,75\ntraining,20,15\nRooms,60,66\nrent,50,50\npower,10,16\nYear,160,156\n',
    'group|cost|plan|used\nStaff|pay|80|75\nStaff|training|20|15\nRooms|rent|50|50\nRooms|power|10|16',
    [2, 5, 8],
  ],
  [
    'days that are written once, with few left out',
    'day,what,paid\n2024-02-01,bus,2.5\n2024-02-02,inn,40.0\n,bus,2.5\n2024-02-06,bus,2.5\n2024-02-07,taxi,11.0\n2024-02-08,inn,38.0\n,bus,3.5\n2024-02-09,bus,2.5\n',
    'day|what|paid\n2024-02-01|bus|2.5\n2024-02-02|inn|40.0\n2024-02-02|bus|2.5\n2024-02-06|bus|2.5\n2024-02-07|taxi|11.0\n2024-02-08|inn|38.0\n2024-02-08|bus|3.5\n2024-02-09|bus|2.5',
    [],
  ],
  [
    'a mean with a word before it, above what a sign means',
    'who,oral,essay\nAnn,12.0,14.5\nBen,abs,9.5\nKim,15.0,12.0\nLea,9.0,16.0\nYear average,12.0,13.0\nabs = absent,,\n',
    'who|oral|oral_as_written|essay\nAnn|12.0|~|14.5\nBen|~|abs|9.5\nKim|15.0|~|12.0\nLea|9.0|~|16.0',
    [6, 7],
  ],
  [
    'the beginning of each page',
    'BOAT LIST,,,,,\nPrinted 2 May,,,,,Page 1\n\nberth,boat,feet,since,paid,key\n1,Alba,22.5,2024-01-03,y,4\n2,Bora,31.0,2024-01-09,n,7\n\nBOAT LIST,,,,,\nPrinted 2 May,,,,,Page 2\n\nberth,boat,feet,since,paid,key\n3,Ceres,19.5,2024-02-02,y,9\n4,Dana,28.0,2024-03-04,y,1\n',
    'berth|boat|feet|since|paid|key\n1|Alba|22.5|2024-01-03|y|4\n2|Bora|31.0|2024-01-09|n|7\n3|Ceres|19.5|2024-02-02|y|9\n4|Dana|28.0|2024-03-04|y|1',
    [8, 9, 11],
  ],
  [
    'the beginning of each page, below which the first has more',
    'Stock 7 May,,,page 1\nhall north,,,\nart,what,pcs,kg\n4,bolt,12,1.5\n5,nut,30,0.7\nStock 7 May,,,page 2\nart,what,pcs,kg\n8,gear,2,4.5\n9,belt,7,2.1\n',
    'art|what|pcs|kg\n4|bolt|12|1.5\n5|nut|30|0.7\n8|gear|2|4.5\n9|belt|7|2.1',
    [6, 7],
  ],
  [
    'parts that are counted are told by their number',
    'Trial 3,,,\nlane,who,club,mark\n1,Ann,Ajax,55.2\n2,Bea,Bern,56.1\nTrial 4,,,\nlane,who,club,mark\n1,Cat,Caen,54.8\n2,Dee,Ajax,57.0\n',
    'table|lane|who|club|mark\nTrial 3|1|Ann|Ajax|55.2\nTrial 3|2|Bea|Bern|56.1\nTrial 4|1|Cat|Caen|54.8\nTrial 4|2|Dee|Ajax|57.0',
    [],
  ],
  [
    'a note of two cells behind a mark, below names after a hash',
    '#   Crew            Boats  Wins  Pts   Form\n 1  Old Harbour         8     7   21   WWL\n 2  Lake Side           8     5   15*  LWW\n 3  Mill Stream         8     1    3   LLL\n* 2 points were taken  (see rule 9)\n',
    '#|Crew|Boats|Wins|Pts|Pts_as_written|Form\n1|Old Harbour|8|7|21|~|WWL\n2|Lake Side|8|5|15|15*|LWW\n3|Mill Stream|8|1|3|~|LLL',
    [5],
  ],
  [
    'semicolons of Arabic',
    'المدينة؛السكان؛النسبة\nالرباط؛٥٧٧٨٢٧؛٢٫٥\nفاس؛١١١٢٠٧٢؛٣٫٢٥\n',
    'المدينة|السكان|النسبة\nالرباط|577827|2.50\nفاس|1112072|3.25',
    [],
  ],
  [
    'wide semicolons of Chinese',
    '编号；品名；数量\n7；茶杯；12\n8；茶壶；3\n',
    '编号|品名|数量\n7|茶杯|12\n8|茶壶|3',
    [],
  ],
  [
    'lines with moments are not cut at their colons',
    '2024-05-02 07:00:01 door open: hall\n2024-05-02 07:10:12 door shut: back yard\n2024-05-02 08:30:00 lamp of gate on: yard\n',
    'column_1\n2024-05-02 07:00:01 door open: hall\n2024-05-02 07:10:12 door shut: back yard\n2024-05-02 08:30:00 lamp of gate on: yard',
    [],
  ],
  [
    'records of a value a line',
    'Sirius\nalpha CMa\n8.6 ly\n\nVega\nalpha Lyr\n25 ly\n\nRigel\nbeta Ori\n860 ly\n\nMira\nomicron Cet\n300 ly\n',
    'column_1|column_2|column_3\nSirius|alpha CMa|8.6 ly\nVega|alpha Lyr|25 ly\nRigel|beta Ori|860 ly\nMira|omicron Cet|300 ly',
    [],
  ],
  [
    'records of a value a line with labels, below a title',
    'Berths of the harbour\n\nAlba, white\nLength: 7.5\nPier: 2\n\nBora, red\nLength: 11.2\nPier: 4\n\nCeres, blue\nLength: 9.0\nPier: 2\n',
    'column_1|Length|Pier\nAlba, white|7.5|2\nBora, red|11.2|4\nCeres, blue|9.0|2',
    [],
  ],
  [
    'one decimal comma says that points part thousands',
    'what,unit,many,price\nrope,m,"7,5",12.500\nhook,pc,12,3.250\nsail,pc,1,950.000\n',
    'what|unit|many|price\nrope|m|7.5|12500\nhook|pc|12.0|3250\nsail|pc|1.0|950000',
    [],
  ],
  [
    'what stands below a rule that ends the rows',
    'nr,seen,bird,count,by\n1,2024-03-02,owl,2,Ann\n2,2024-03-04,kite,1,Bo\n3,2024-03-09,owl,4,Ann\n-----,-----,-----,-----,-----\nseen: 3, 7\nsaved: 2024-04-01 10:00\n',
    'nr|seen|bird|count|by\n1|2024-03-02|owl|2|Ann\n2|2024-03-04|kite|1|Bo\n3|2024-03-09|owl|4|Ann',
    [5, 6, 7],
  ],
  [
    'more lines below a rule than rows above it',
    'nr,seen,bird,by,\n1,2024-03-02,owl,Ann,\n2,2024-03-04,kite,Bo,\n3,2024-03-09,owl,Ann,\n--------\nowls: 2, 7\nkites: 1\nlast: Ann\nsaved: 2024-04-01 10:00\nby: Bo\n',
    'nr|seen|bird|by\n1|2024-03-02|owl|Ann\n2|2024-03-04|kite|Bo\n3|2024-03-09|owl|Ann',
    [5, 6, 7, 8, 9, 10],
  ],
  [
    'a total below such a rule is one',
    'nr;what;pcs;paid\n1;ink;2;4.5\n2;pen;5;7.5\n3;pad;1;2.0\n----------\nTotal;;8;14.0\nall paid\n',
    'nr|what|pcs|paid\n1|ink|2|4.5\n2|pen|5|7.5\n3|pad|1|2.0',
    [5, 6, 7],
  ],
  [
    'poems are no records of a value a line',
    'Roses are red\nviolets are blue\n\nSugar is sweet\nand so are you\n\nRain on the roof\nand wind in the flue\n',
    'Roses are red\nviolets are blue\n~\nSugar is sweet\nand so are you\n~\nRain on the roof\nand wind in the flue',
    [],
  ],
  [
    'days below those of a week, over marks',
    'Ward B,Mo,Tu,We\n,4/3,5/3,6/3\nIda,D,N,N\nJon,N,D,x\nKai,x,x,D\n',
    'Ward B|Mo 4/3|Tu 5/3|We 6/3\nIda|D|N|N\nJon|N|D|x\nKai|x|x|D',
    [],
  ],
  [
    'numbers of rooms below names, over words',
    'Hour;Class A;Class B;Class C\n;R12;R7;Gym 2\n1st;Maths;Art;Sport\n2nd;Latin;Maths;Sport\n3rd;Music;Latin;Maths\n',
    'Hour|Class A R12|Class B R7|Class C Gym 2\n1st|Maths|Art|Sport\n2nd|Latin|Maths|Sport\n3rd|Music|Latin|Maths',
    [],
  ],
  [
    'what stands below a rule has no columns',
    'Ref    Part of machine      Pcs\n-------------------------------\n 7-1   Front wheel            2\n       with brake\n 7-2   Saddle                 1\n       Colour: red\n-------------------------------\nLines in all: 2\nChecked by ____________ on ________\n',
    'Ref|Part of machine|Pcs\n7-1|Front wheel with brake|2\n7-2|Saddle Colour: red|1',
    [4, 6, 8, 9],
  ],
  [
    'names in the last of several remarks',
    '# buoy 4\n# depth: m\n# cast,depth,temp\n1,5,11.2\n2,10,10.9\n3,20,9.4\n',
    'cast|depth|temp\n1|5|11.2\n2|10|10.9\n3|20|9.4',
    [],
  ],
  [
    'names further to the right are within a sum',
    'cost,plan,used\nStaff,100,90\n  pay,80,75\n  training,20,15\nRooms,60,66\n  rent,50,50\n  power,10,16\n',
    'group|cost|plan|used\nStaff|pay|80|75\nStaff|training|20|15\nRooms|rent|50|50\nRooms|power|10|16',
    [2, 5],
  ],
  [
    'what a form says in pairs',
    'Timesheet,,,\nEmployee:,Ana Reis,Week:,12\n\nday,start,end,km\nMon,08:00,16:30,12\nTue,08:15,16:45,7\nThu,09:00,15:00,9\n',
    'day|start|end|km\nMon|08:00:00|16:30:00|12\nTue|08:15:00|16:45:00|7\nThu|09:00:00|15:00:00|9',
    [],
  ],
  [
    'how many rows there are, beside their sum',
    'name,born,fee,note\nMeier,1999-04-03,60,x\nKuhn,2004-11-12,30,reduced\nSahin,1987-01-01,120,x\n3 members,,210,\n',
    'name|born|fee|note\nMeier|1999-04-03|60|x\nKuhn|2004-11-12|30|reduced\nSahin|1987-01-01|120|x',
    [5],
  ],
  [
    'what is to be filled in by hand',
    'day,early,late,night\n2024-03-01,Ross,Imai,Dahl\n2024-03-02,Kean,Imai,Dahl\n2024-03-03,Kean,Ross,Dahl\nSwaps need two names,,,Chief: ______\n',
    'day|early|late|night\n2024-03-01|Ross|Imai|Dahl\n2024-03-02|Kean|Imai|Dahl\n2024-03-03|Kean|Ross|Dahl',
    [5],
  ],
  [
    'days below a heading of figures',
    'town,People,,Change\n,31.12.2021,31.12.2022,%\nAldorf,12345,12410,0.5\nBergen,3870,3851,-0.5\nCellau,980,975,-0.5\n',
    'town|People 31.12.2021|People 31.12.2022|Change %\nAldorf|12345|12410|0.5\nBergen|3870|3851|-0.5\nCellau|980|975|-0.5',
    [],
  ],
  [
    'a rule between what is said of a table and its names',
    'TILL REPORT,Z 51,,\nFrom:,06/05/2024,To:,12/05/2024\n----,----,----,----\nno,item,sold,void\n0101,Tea,184,2\n0102,Milk,240,1\n0105,Cake,75,0\n----,----,----,----\n',
    'no|item|sold|void\n0101|Tea|184|2\n0102|Milk|240|1\n0105|Cake|75|0',
    [8],
  ],
  [
    'years of two and four digits',
    'no,read,kWh\n1,02.01.2024,18\n2,03.01.24,20\n3,14.1.2024,31\n4,15.1.24,12\n',
    'no|read|kWh\n1|2024-01-02|18\n2|2024-01-03|20\n3|2024-01-14|31\n4|2024-01-15|12',
    [],
  ],
  [
    'dashes among words, and points, which are kept',
    'door,who,note\nD1,Moreau,ok\nD2,-,.\nD3,Dietz,late\nD4,–,ok\n',
    'door|who|who_as_written|note|note_as_written\nD1|Moreau|~|ok|~\nD2|~|-|~|.\nD3|Dietz|~|late|~\nD4|~|–|ok|~',
    [],
  ],
  [
    'marks of footnotes behind figures, and a balance with its signature below a sum',
    'town;2022;2023;signed\nAldorf;12 345;12 502¹⁾;2024-01-02\nBergen;3 870;3 846;2024-01-03\nCellau;1 980;1 972;2024-01-05\nSum;18 195;18 320;\nLeft;;90;\nSeen:;________;;2024-02-01\n',
    'town|2022|2023|2023_as_written|signed\nAldorf|12345|12502|12 502¹⁾|2024-01-02\nBergen|3870|3846|~|2024-01-03\nCellau|1980|1972|~|2024-01-05',
    [5, 6, 7],
  ],
  ['dashes beside a plus', 'site,strand\nA,+\nB,-\nC,-\n', 'site|strand\nA|+\nB|-\nC|-', []],
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
    'Halt|Mo-Fr 12|Sa 14|Sa 14 (as written)\nDom|06:10:00|08:10:00|~\nZoo|06:14:00|~|—\nBad|06:20:00|08:20:00|~',
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
    'Item|Shop|Sold|Paid\ntea|7|3|4.50\nbun|7|-1|-1.50\npie|8|2|6.25\njam|8|4|8.25',
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
  [
    'a sum of one row below its heading',
    'berry,kg,paid\nRed,,\ncurrant,4,9.5\nsloe,6,7.25\nTotal Red,10,16.75\nWhite,,\ngrape,3,8.5\nTotal White,3,8.5\nTotal,13,25.25\n',
    'group|berry|kg|paid\nRed|currant|4|9.50\nRed|sloe|6|7.25\nWhite|grape|3|8.50',
    [2, 5, 6, 8, 9],
  ],
  [
    'facts of two cells above names, and a gap',
    'Boat,Gull II,,,\nLog,7/B,,,\n,,,,\ndock,came,left,fee,crew\nA,2024-05-01,2024-05-03,12.5,4\nB,2024-05-02,2024-05-07,40.25,2\n',
    'dock|came|left|fee|crew\nA|2024-05-01|2024-05-03|12.50|4\nB|2024-05-02|2024-05-07|40.25|2',
    [],
  ],
  [
    'facts in the columns of the table',
    'Owner\tLab 3\nProbe\tK9\nGain\t2.5\n\nhour\tlevel\n7\t0.25\n8\t0.5\n9\t0.75\n',
    'hour|level\n7|0.25\n8|0.50\n9|0.75',
    [],
  ],
  [
    'figures without names below facts',
    'TITLE,Steel\nUNITS,mm\nPOINTS,4\n0.1,7.25\n0.2,7.5\n0.3,8.25\n0.4,9.75\n',
    'column_1|column_2\n0.1|7.25\n0.2|7.50\n0.3|8.25\n0.4|9.75',
    [],
  ],
  [
    'series with the same first name, below a fact',
    'Run,A7,,,\n,,,,\nh,mm,,h,deg\n0.5,1.25,,0.25,20.5\n1.5,1.75,,0.75,21.5\n,,,1.25,23.25\n',
    'h|mm\n0.5|1.25\n1.5|1.75',
    [],
  ],
  [
    'lines of stars, and words behind commas in fixed width',
    'COAST LIST\n\nno  ship            tons\n***********************\n1   Ant, the      1,200.5\n2   Bee             310.25\n3   Cat, the old     99.75\n',
    'no|ship|tons\n1|Ant, the|1200.50\n2|Bee|310.25\n3|Cat, the old|99.75',
    [],
  ],
  [
    'parts of fixed width below titles of their own',
    'HARBOUR SHOP\nDAY 7\n\n--- GOODS ---\nGoods        Sold      Paid\nrope           12     36,50\nsails           2    410,00\n\n--- DUES ---\nDues      Boats\nberth         9\nslip         14\n',
    'Goods|Sold|Paid\nrope|12|36.50\nsails|2|410.00',
    [],
  ],
  [
    'the same names in parts whose rows are numbered',
    'Pool 1  Girls\n    Name            Club       Sec\n  1 Ay, Bo          Eel      31.25\n  2 Cy, Di          Fin      32.50\n\nPool 2  Boys\n    Name            Club       Sec\n  1 Ed, Flo         Eel      29.75\n  2 Gus, Hal        Gill     30.25\n  3 Ike, Jo         Fin      33.50\n',
    'column_1|Name|Club|Sec\n1|Ay, Bo|Eel|31.25\n2|Cy, Di|Fin|32.50',
    [],
  ],
  [
    'what is due below the only gap, and a count',
    'code;what;net;tax\n11;tea;310;21,70\n12;salt;95;6,65\n14;rope;40;\n;;;\nDue until March (no. 9);;;28,35\n\nLines: 3;Checked: yes\n',
    'code|what|net|tax\n11|tea|310|21.70\n12|salt|95|6.65\n14|rope|40|~',
    [5, 6, 8],
  ],
  [
    'numbers of rows with a point',
    'no.;who;points\n1.;Ann;40\n2.;Ben;38\n3.;Kim;31\n',
    'no.|who|points\n1|Ann|40\n2|Ben|38\n3|Kim|31',
    [],
  ],
  [
    'records of XML, with what those around them say',
    '<?xml version="1.0"?>\n<log made="2024-05-01"><site code="N"><name>North</name><egg><day>2024-05-02</day><n>4</n></egg><egg><day>2024-05-03</day><n>7</n></egg></site><site code="S"><name>A &amp; B</name><egg><day>2024-05-04</day><n>1</n></egg></site></log>\n',
    'code|name|day|n\nN|North|2024-05-02|4\nN|North|2024-05-03|7\nS|A & B|2024-05-04|1',
    [],
  ],
  [
    'points that part thousands, where no number of the file has other decimals',
    'ward\tdue\tcast\tyes\n1 Hill\t1.310\t902\t410\n2 Lake\t2.450\t1.733\t905\n3 Moor\t1.905\t1.220\t1.004\n',
    'ward|due|cast|yes\n1 Hill|1310|902|410\n2 Lake|2450|1733|905\n3 Moor|1905|1220|1004',
    [],
  ],
  [
    'names without the first, above headings of rows with sums',
    ',May,June\nIn,,\nwage,310.5,320.25\nrent,40.5,41.75\nTotal in,351,362\nOut,,\nfood,90.25,80.5\nheat,20.75,9.5\nTotal out,111,90\n',
    'group|column_2|May|June\nIn|wage|310.50|320.25\nIn|rent|40.50|41.75\nOut|food|90.25|80.50\nOut|heat|20.75|9.50',
    [2, 5, 6, 9],
  ],
  [
    'names behind a hash over figures between blanks',
    '# wells 3\n# depth m\n#no depth ph\n1 2.5 7.25\n2 3.5 6.75\n3 9.25 7.5\n',
    '#no|depth|ph\n1|2.50|7.25\n2|3.50|6.75\n3|9.25|7.50',
    [],
  ],
  [
    'names of two words over narrow values of fixed width, and a column that holds little',
    'TUG LOG\nby Kim\n\ntug no  went        tons    fine\nT-1     2024-05-01  12.5\nT-2     2024-05-02  9.25    40\nT-3     2024-05-04  31.75\nT-4     2024-05-07  8.5\nT-5     2024-05-09  7.75\n',
    'tug no|went|tons|fine\nT-1|2024-05-01|12.50|~\nT-2|2024-05-02|9.25|40\nT-3|2024-05-04|31.75|~\nT-4|2024-05-07|8.50|~\nT-5|2024-05-09|7.75|~',
    [],
  ],
  [
    'sums that pages carry over, below what stands above each',
    'Firm X;;;;;Page 1\nList of parts;;;;;Printed 3/4/24\n;;;;;\nNo;Part;Made;Qty;Value;Note\nP1;Bolt;2024-01-02;10;5.50;\nP2;Nut;2024-01-03;20;7.25;new\nP3;Cap;2024-01-04;30;1.25;\n;;;60;14.00;carried\nFirm X;;;;;Page 2\nList of parts;;;;;Printed 3/4/24\n;;;;;\nNo;Part;Made;Qty;Value;Note\n;;;60;14.00;brought\nP4;Pin;2024-01-05;15;9.75;\nP5;Rod;2024-01-06;25;3.00;\n;;;100;26.75;all\n',
    'No|Part|Made|Qty|Value|Note\nP1|Bolt|2024-01-02|10|5.50|~\nP2|Nut|2024-01-03|20|7.25|new\nP3|Cap|2024-01-04|30|1.25|~\nP4|Pin|2024-01-05|15|9.75|~\nP5|Rod|2024-01-06|25|3.00|~',
    [8, 9, 10, 11, 12, 13, 16],
  ],
  [
    'balances alone, where what comes in and goes out stands apart',
    'Datum;Tekst;Ud;Ind;Saldo\n;Primo;;;1.000,00\n02-01-2024;Husleje;400,00;;600,00\n05-01-2024;Løn;;2.500,00;3.100,00\n09-01-2024;Mad;150,50;;2.949,50\n21-01-2024;Gave;49,50;;2.900,00\n;Ultimo;;;2.900,00\n',
    'Datum|Tekst|Ud|Ind|Saldo\n2024-01-02|Husleje|400.00|~|600.00\n2024-01-05|Løn|~|2500.00|3100.00\n2024-01-09|Mad|150.50|~|2949.50\n2024-01-21|Gave|49.50|~|2900.00',
    [2, 7],
  ],
  [
    'a balance alone below the latest first',
    'Date,Details,Amount,Left\n2024-03-09,Shop,-20.00,480.00\n2024-03-05,Wage,300.00,500.00\n2024-03-02,Fuel,-50.00,200.00\n2024-03-01,Gym,-30.00,250.00\n,At start,,280.00\n',
    'Date|Details|Amount|Left\n2024-03-09|Shop|-20.00|480.00\n2024-03-05|Wage|300.00|500.00\n2024-03-02|Fuel|-50.00|200.00\n2024-03-01|Gym|-30.00|250.00',
    [6],
  ],
  [
    'numbers of trains above their times, with days below',
    'Zug;2401;2403;2405\nStation;;nur Sa;\nUlm;06:10;07:10;08:10\nBiberach;06:32;07:32;08:32\nAulendorf;06:50;07:50;08:50\n',
    'Station|2401|2403|2405\nUlm|06:10:00|07:10:00|08:10:00\nBiberach|06:32:00|07:32:00|08:32:00\nAulendorf|06:50:00|07:50:00|08:50:00',
    [],
  ],
  [
    'times as names',
    'Room,08:00,08:30,09:00,09:30,10:00\nA,3,5,8,12,4\nB,1,0,2,7,9\nC,0,4,4,5,1\n',
    'Room|08:00|08:30|09:00|09:30|10:00\nA|3|5|8|12|4\nB|1|0|2|7|9\nC|0|4|4|5|1',
    [],
  ],
  [
    'whatever stands in brackets below names, and names twice that it tells apart',
    'Probe;Zink;Chlor;Chlor\n;[µg/l];[KBE/l];[Rest]\nA 1;1,5;2;7\nA 2;2,5;4;8\nA 3;3,5;6;9\n',
    'Probe|Zink|Chlor [KBE/l]|Chlor [Rest]\nA 1|1.5|2|7\nA 2|2.5|4|8\nA 3|3.5|6|9',
    [],
  ],
  [
    'a rule whose parts have signs between them, and names on two lines',
    'Report 7\n\n  Host      Up     Load\n name      [d]      [%]\n--------+------+-------\n alpha      12     33.5\n beta      120      4.0\n gamma       7     91.2\n',
    'Host|Up|Load\nalpha|12|33.5\nbeta|120|4.0\ngamma|7|91.2',
    [],
  ],
  [
    'bars around each line, and two around names',
    'Cities\n||City||People||Mayor||\n|Ulm|126000| |\n|Kiel|246000|Dr. Ott|\n|Jena|111000|A. Roth|\n',
    'City|People|Mayor\nUlm|126000|~\nKiel|246000|Dr. Ott\nJena|111000|A. Roth',
    [],
  ],
  [
    'strokes around what holds the sign between values, whatever it is',
    "id|name|said\n1|'Ann|Bo'|'it''s'\n2|Cy|ok\n3|'x|y'|no\n",
    "id|name|said\n1|Ann|Bo|it's\n2|Cy|ok\n3|x|y|no",
    [],
  ],
  [
    'two signs between records of names and values',
    'Patient: Meyer\nBorn: 1970-02-03\nWeight: 71.5\n--\nPatient: Schulz\nBorn: 1981-12-30\nWeight: 88.2\n',
    'Patient|Born|Weight\nMeyer|1970-02-03|71.5\nSchulz|1981-12-30|88.2',
    [],
  ],
  [
    'cells of a page over several rows, and names over several columns',
    '<table><tr><th rowspan=2>Region</th><th rowspan=2>Town</th><th colspan=2>2022</th></tr><tr><th>Births</th><th>Deaths</th></tr>\n<tr><td rowspan=2>North</td><td>Alma</td><td>12</td><td>9</td></tr>\n<tr><td>Berg</td><td>33</td><td>21</td></tr>\n<tr><td>South</td><td>Cham</td><td>18</td><td>11</td></tr></table>',
    'Region|Town|2022 Births|2022 Deaths\nNorth|Alma|12|9\nNorth|Berg|33|21\nSouth|Cham|18|11',
    [],
  ],
  [
    'days below each of several keys',
    '{"stations":{"N1":{"2024-01-01":{"t":1.5,"h":80},"2024-01-02":{"t":2.5,"h":82}},"N2":{"2024-01-01":{"t":0.5,"h":70},"2024-01-03":{"t":-3.5}}}}',
    'key|key_2|t|h\nN1|2024-01-01|1.5|80\nN1|2024-01-02|2.5|82\nN2|2024-01-01|0.5|70\nN2|2024-01-03|-3.5|~',
    [],
  ],
  [
    'messages of devices that hold one value each',
    '{"t":"a","id":"p","v":{"x":1}}\n{"t":"b","id":"q","v":{"y":2}}\n{"t":"c","id":"p","v":{"x":3}}\n{"t":"d","id":"q","v":{"y":9},"fw":"v1"}\n',
    't|id|v_x|v_y|fw\na|p|1|~|~\nb|q|~|2|~\nc|p|3|~|~\nd|q|~|9|v1',
    [],
  ],
  [
    'who signs below a total',
    'item,shop,sold,paid\ntea,North,3,4.50\nbun,South,1,1.50\npie,East,2,6.25\nTotal,,6,12.25\nKassenwart Groß,,,\n',
    'item|shop|sold|paid\ntea|North|3|4.50\nbun|South|1|1.50\npie|East|2|6.25',
    [5, 6],
  ],
  [
    'names and values in cells of their own below the rows',
    'title,copies,lent,fee\nDune,3,2,1.50\nEmma,4,1,0.75\nUlysses,2,0,1.25\nBranch: West,,Fees: 9.00,\n',
    'title|copies|lent|fee\nDune|3|2|1.50\nEmma|4|1|0.75\nUlysses|2|0|1.25',
    [5],
  ],
  [
    'what a word in the rows stands for',
    'a,b,c,d\nx,1,2,3\ny,3,4,5\nz,4,4,6\nabs = absent,,,\n',
    'a|b|c|d\nx|1|2|3\ny|3|4|5\nz|4|4|6',
    [5],
  ],
  [
    'a line that numbers the columns, as forms have it',
    'Kreis,Betriebe,Fläche\n[1],[2],[3]\nNord,12,40\nSüd,15,33\nWest,11,29\n',
    'Kreis|Betriebe|Fläche\nNord|12|40\nSüd|15|33\nWest|11|29',
    [],
  ],
  [
    'parts below a name and a value, and the same names again',
    'Rounds of May,,,,\n\nDriver:,Ida,,,\nStop,At,Left,Bags,Note\nElm St,08:05,08:20,3,\nOak St,08:40,08:50,1,gate\nTotal,,,4,\n\nDriver:,Tom,,,\nStop,At,Left,Bags,Note\nPine St,09:05,09:10,2,\nAsh St,09:30,09:50,6,dog\nTotal,,,8,\n',
    'Driver|Stop|At|Left|Bags|Note\nIda|Elm St|08:05:00|08:20:00|3|~\nIda|Oak St|08:40:00|08:50:00|1|gate\nTom|Pine St|09:05:00|09:10:00|2|~\nTom|Ash St|09:30:00|09:50:00|6|dog',
    [7, 9, 10, 13],
  ],
  [
    'numbers and names of parts, with which the numbers of their rows begin',
    'No,Work,Amount,Unit,Price\nA,Garden,,,\nA.1,Dig,12.5,m,40.25\nA.2,Plant,30.5,m,18.75\n,Sum A,,,59.00\nB,House,,,\nB.1,Paint,80.5,m2,12.50\nB.2,Plaster,44.5,m2,22.25\n,Sum B,,,34.75\n',
    'group|No|Work|Amount|Unit|Price\nA Garden|A.1|Dig|12.5|m|40.25\nA Garden|A.2|Plant|30.5|m|18.75\nB House|B.1|Paint|80.5|m2|12.50\nB House|B.2|Plaster|44.5|m2|22.25',
    [2, 5, 6, 9],
  ],
  [
    'what can be reached at most, above those who reached it',
    'name,matric,room,quiz,essay\nOut of,,,10,40\nUma,8812,R1,9,33\nVic,8813,R2,10,38\nWes,8814,R1,4,40\nXia,8815,R2,7,21\n',
    'name|matric|room|quiz|essay\nUma|8812|R1|9|33\nVic|8813|R2|10|38\nWes|8814|R1|4|40\nXia|8815|R2|7|21',
    [2],
  ],
  [
    'sums of parts that are called anything, where the number of a row is missing',
    'code,what,jan,feb\n10,rent,400.5,410.5\n20,power,80.25,75.5\n,to pay,480.75,486\n10,rent,300,310\n20,power,60.5,55\n,to pay,360.5,365\n',
    'code|what|jan|feb\n10|rent|400.50|410.5\n20|power|80.25|75.5\n10|rent|300.00|310.0\n20|power|60.50|55.0',
    [4, 7],
  ],
  [
    'how many have a mark',
    'member,mon,tue,wed\nAna,x,x,\nBo,,x,x\nCy,x,,x\nDi,x,x,\npresent,3,3,2\n',
    'member|mon|tue|wed\nAna|x|x|~\nBo|~|x|x\nCy|x|~|x\nDi|x|x|~',
    [6],
  ],
  [
    'a summary of sums and means',
    'lap,km,pulse,climb\n1,1.25,140,12\n2,1.5,150,30\n3,1.25,154,6\nSamenvatting,4,148,48\n',
    'lap|km|pulse|climb\n1|1.25|140|12\n2|1.50|150|30\n3|1.25|154|6',
    [5],
  ],
  [
    'what must not be exceeded, also as a range',
    'well,site,lead,pH\n1,north,2.5,7.1\n2,south,1.5,6.9\n3,west,4.25,7.4\n4,east,3.5,7.0\nGrenswaarde,,10,6.5-9.5\n',
    'well|site|lead|pH\n1|north|2.50|7.1\n2|south|1.50|6.9\n3|west|4.25|7.4\n4|east|3.50|7.0',
    [6],
  ],
  [
    'hours that add up beyond a day',
    'day,who,in,out,hours\nMon,Ana,08:00,16:30,8:15\nTue,Ana,08:10,17:00,8:30\nWed,Ana,07:55,16:00,7:45\n,,,Total,24:30\n',
    'day|who|in|out|hours\nMon|Ana|08:00:00|16:30:00|08:15:00\nTue|Ana|08:10:00|17:00:00|08:30:00\nWed|Ana|07:55:00|16:00:00|07:45:00',
    [5],
  ],
  [
    'a sentence below full rows, and sums called by a name above it',
    'ward,voters,red,blue,share\nEast,1200,400,300,57.1\nWest,900,200,350,36.4\nNorth,1500,610,240,71.8\nTown,3600,1210,890,57.6\nThe count of postal votes goes on,,,,\n',
    'ward|voters|red|blue|share\nEast|1200|400|300|57.1\nWest|900|200|350|36.4\nNorth|1500|610|240|71.8',
    [5, 6],
  ],
  [
    'a title above rows of different lengths',
    'Guests of the night\n\nRoom,Guest,Nights,Note\n101,Ann,2,late\n102,Bob,1\n104,Cat,3\n108,Dan,1,dog\n',
    'Room|Guest|Nights|Note\n101|Ann|2|late\n102|Bob|1|~\n104|Cat|3|~\n108|Dan|1|dog',
    [],
  ],
  [
    'blanks between tabs',
    'day\tref\tpaid\n2024-03-01\t \t4.50\n2024-03-02\tA 7\t1.25\n2024-03-03\t \t2.75\n',
    'day|ref|paid\n2024-03-01|~|4.50\n2024-03-02|A 7|1.25\n2024-03-03|~|2.75',
    [],
  ],
  [
    'several names with values in one line above a table',
    'Hall Ltd;;;;\n;;;;\nInvoice;2024-7;;Issued;01.03.2024\nBuyer;Fern & Co;;VAT;GB1234\n;;;;\nno;what;count;price;sum\n1;lamp;2;4,50;9,00\n2;cord;10;1,25;12,50\n3;plug;4;0,75;3,00\n',
    'no|what|count|price|sum\n1|lamp|2|4.50|9.00\n2|cord|10|1.25|12.50\n3|plug|4|0.75|3.00',
    [],
  ],
  [
    'signs that end fields and records, with a line break in one',
    'box\u001fopened\u001fnote\u001eB1\u001f2024-03-01\u001fred\u001eB2\u001f2024-03-02\u001ftwo\nlines\u001eB3\u001f2024-03-05\u001fa;b,c\u001e',
    'box|opened|note\nB1|2024-03-01|red\nB2|2024-03-02|two↵lines\nB3|2024-03-05|a;b,c',
    [],
  ],
  [
    'pages of a list in columns of fixed width, with no gap between them',
    'HARBOUR OFFICE            Page 1\nDUES OF MAY\n\nBerth Ship          Tons    Paid\n=================================\n   12 ORCA            210  120.50\n   14 LYNX             95   61.25\n   15 GANNET           88   58.75\nHARBOUR OFFICE            Page 2\nDUES OF MAY\n\nBerth Ship          Tons    Paid\n=================================\n   21 TERN LIGHT      410  204.00\n   23 PLOVER          120   77.50\n=================================\n      TOTAL           923  522.00\n',
    'Berth|Ship|Tons|Paid\n12|ORCA|210|120.50\n14|LYNX|95|61.25\n15|GANNET|88|58.75\n21|TERN LIGHT|410|204.00\n23|PLOVER|120|77.50',
    [9, 10, 12, 17],
  ],
  [
    'no sum: a row without a note whose few figures add up two others by chance',
    'part,note,left,right\nbolt,new,1,1\nnut,old,2,1\nring,,3,2\npin,new,4,4\n',
    'part|note|left|right\nbolt|new|1|1\nnut|old|2|1\nring|~|3|2\npin|new|4|4',
    [],
  ],
  [
    'a total beside when it was made',
    'item,paid,at\ntea,4.50,08:05\nbun,2.25,09:10\njam,3.00,17:40\nTotal,9.75,18:30\n',
    'item|paid|at\ntea|4.50|08:05:00\nbun|2.25|09:10:00\njam|3.00|17:40:00',
    [5],
  ],
  [
    'a statement of parts within parts, and results of them',
    'Mill Ltd,,\n,2023,2022\nIncome,,\n Goods,900,800\n Work,100,90\nTotal Income,1000,890\nCosts,,\n Rent,200,200\n Staff,,\n  Pay,300,280\n  Tax,50,45\n Total Staff,350,325\n Fuel,40,50\nTotal Costs,590,575\nNet,410,315\n',
    'group|column_2|2023|2022\nIncome|Goods|900|800\nIncome|Work|100|90\nCosts|Rent|200|200\nStaff|Pay|300|280\nStaff|Tax|50|45\nCosts|Fuel|40|50',
    [3, 6, 7, 9, 12, 14, 15],
  ],
  [
    'rows below names of parts in a column of their own',
    ',day,what,paid\nIncome\n Goods\n,2024-01-05,bolts,12.50\n,2024-01-09,nuts,8.00\n Total for Goods,,,20.50\n Work\n,2024-01-20,repair,30.00\n Total for Work,,,30.00\nTotal for Income,,,50.50\nNet,,,50.50\n',
    'group|day|what|paid\nGoods|2024-01-05|bolts|12.50\nGoods|2024-01-09|nuts|8.00\nWork|2024-01-20|repair|30.00',
    [2, 3, 6, 7, 9, 10, 11],
  ],
  [
    'a heading above that of its first part, and days over figures',
    'Bilanz;;\n;31.12.2023;31.12.2022\nAktiva;;\nA. Anlagen;;\nGrund;12,50;14,00\nGerät;88,25;91,50\nB. Umlauf;;\nWaren;23,40;20,10\nKasse;4,10;3,90\n',
    'group|column_2|31.12.2023|31.12.2022\nA. Anlagen|Grund|12.50|14.00\nA. Anlagen|Gerät|88.25|91.50\nB. Umlauf|Waren|23.40|20.10\nB. Umlauf|Kasse|4.10|3.90',
    [3, 4, 7],
  ],
  [
    'sums of a print whose names run across its columns',
    '        SALES BY REP\n\nREP   NAME     REGION    UNITS     GROSS\n101   LEE      NORTH       120    500.50\n102   RAY      NORTH        80    100.00\n          REGION TOTAL     200    600.50\n\n103   FOX      SOUTH        45    800.25\n104   OAK      SOUTH       200    900.10\n          REGION TOTAL     245  1,700.35\n',
    'REP|NAME|REGION|UNITS|GROSS\n101|LEE|NORTH|120|500.50\n102|RAY|NORTH|80|100.00\n103|FOX|SOUTH|45|800.25\n104|OAK|SOUTH|200|900.10',
    [6, 10],
  ],
  [
    'pages that count themselves at the end of their title',
    'People                 Page 1\nNo    Name     Since\n----  -------  ----------\n1001  Mill     2019-04-01\n1002  Dock     2020-11-15\nPeople                 Page 2\nNo    Name     Since\n----  -------  ----------\n1003  Oak      2021-09-30\n1004  Fen      2023-06-12\n',
    'No|Name|Since\n1001|Mill|2019-04-01\n1002|Dock|2020-11-15\n1003|Oak|2021-09-30\n1004|Fen|2023-06-12',
    [6, 7],
  ],
  [
    'asterisks before what a sum is of',
    '|Plant|Part |Text    |Qty|\n--------------------------\n|1000 |P-1  |Pump    | 12|\n|1000 |P-2  |Wheel   | 40|\n|     |     |* 1000  | 52|\n|1100 |P-7  |Gasket  |200|\n|1100 |P-9  |Ring    |150|\n|     |     |* 1100  |350|\n|     |     |** all  |402|\n',
    'Plant|Part|Text|Qty\n1000|P-1|Pump|12\n1000|P-2|Wheel|40\n1100|P-7|Gasket|200\n1100|P-9|Ring|150',
    [5, 8, 9],
  ],
  [
    'a line above names that says where each column comes from',
    'Model,DS1104\nInterval,2.0E-06\nUnits,s\nSource,CH1,CH2\nTIME,CH1,CH2\n-0.2,1.25,3.5\n0.0,1.5,3.25\n0.2,1.75,3.5\n0.4,1.5,3.75\n',
    'TIME|CH1|CH2\n-0.2|1.25|3.50\n0.0|1.50|3.25\n0.2|1.75|3.50\n0.4|1.50|3.75',
    [],
  ],
  [
    'names behind hashes, with one sign less behind them than rows have',
    'Account 17\n\n#Day;#What;#Paid;\n2024-05-30;fee;-4,00;;\n2024-05-21;food;-112,80;;\n2024-05-06;pay;450,25;;\n',
    '#Day|#What|#Paid\n2024-05-30|fee|-4.00\n2024-05-21|food|-112.80\n2024-05-06|pay|450.25',
    [],
  ],
  [
    'a hash above the numbers of rows, in a remark',
    '# Device: HX\n\n#  Day          Temp, °C   RH, %\n1  2024-05-13    21.40     45.10\n2  2024-05-14    21.52     44.87\n3  2024-05-15    21.61     44.52\n',
    '#|Day|Temp, °C|RH, %\n1|2024-05-13|21.40|45.10\n2|2024-05-14|21.52|44.87\n3|2024-05-15|21.61|44.52',
    [],
  ],
  [
    'remarks above a log of names and values',
    '; rig 3\n; unit=bar\nt=0.5 p=1.25 state=IDLE\nt=1.0 p=3.05 state=RAMP\nt=1.5 p=4.01 state=HOLD\n',
    't|p|state\n0.5|1.25|IDLE\n1.0|3.05|RAMP\n1.5|4.01|HOLD',
    [],
  ],
  [
    'where in a program an error came about goes on with its message',
    '2024-05-13 10:22:31 INFO begun\n2024-05-13 10:23:01 ERROR no answer\njava.sql.SQLException: timeout\n\tat Db.get(Db.java:10)\n2024-05-13 10:23:05 INFO back\n',
    'time|level|message\n2024-05-13 10:22:31|INFO|begun\n2024-05-13 10:23:01|ERROR|no answer↵java.sql.SQLException: timeout\n\tat Db.get(Db.java:10)\n2024-05-13 10:23:05|INFO|back',
    [],
  ],
  [
    'sums above parts whose numbers begin with theirs',
    'Pos,Text,Qty,Sum\n1,Earth,,500\n1.1,Dig,10,300\n1.2,Fill,10,200\n2,Walls,,900\n2.1,Brick,6,600\n2.2,Plaster,6,300\n,Total,,1400\n',
    'group|Pos|Text|Qty|Sum\n1 Earth|1.1|Dig|10|300\n1 Earth|1.2|Fill|10|200\n2 Walls|2.1|Brick|6|600\n2 Walls|2.2|Plaster|6|300',
    [2, 5, 8],
  ],
  [
    'sums above parts in another column, and above them what adds up all',
    'Region,Store,Sales,Back\nAll,,1510,31\nNorth,,800,16\n,Leeds,500,10\n,York,300,6\nSouth,,710,15\n,Bath,410,9\n,Hove,300,6\n',
    'Region|Store|Sales|Back\nNorth|Leeds|500|10\nNorth|York|300|6\nSouth|Bath|410|9\nSouth|Hove|300|6',
    [2, 3, 6],
  ],
  [
    'what has no number below rows that are numbered',
    'No,State,Normal,Actual,Class\n1,Bihar,992.2,760.6,low\n2,Kerala,2018.7,1326.1,low\n3,Ladakh,22.0,40.6,high\n,All India,868.6,820.0,normal\n',
    'No|State|Normal|Actual|Class\n1|Bihar|992.2|760.6|low\n2|Kerala|2018.7|1326.1|low\n3|Ladakh|22.0|40.6|high',
    [5],
  ],
  [
    'figures of an instrument below what it says of them',
    'Run 17\nmode  fast\n[Data]\n5\n2024/05/12 10:00:00.0    1.20   3.1\n2024/05/12 10:00:00.5    1.31   4.0\n2024/05/12 10:00:01.0    1.42   5.2\n2024/05/12 10:00:01.5    1.50   5.5\n2024/05/12 10:00:02.0    1.58   6.1\nRun ended normally\n',
    'column_1|column_2|column_3\n2024-05-12 10:00:00|1.20|3.1\n2024-05-12 10:00:00.5|1.31|4.0\n2024-05-12 10:00:01|1.42|5.2\n2024-05-12 10:00:01.5|1.50|5.5\n2024-05-12 10:00:02|1.58|6.1',
    [10],
  ],
  [
    'commas and blanks below remarks that name columns',
    '# Station De Bilt\n# TG: mean (in 0.1 °C)\n# STN,YYYYMMDD,   TG,   RH\n\n  260,20240501,  121,    0\n  260,20240502,  143,   12\n  260,20240503,  155,    7\n',
    'STN|YYYYMMDD|TG|RH\n260|2024-05-01|121|0\n260|2024-05-02|143|12\n260|2024-05-03|155|7',
    [],
  ],
  [
    'remarks with more commas than the rows below them have',
    '# hits 2\n# Fields: query, subject, % same, length\nseq1\tNC_1\t98.5\t400\nseq1\tNC_2\t91.25\t380\n# done\n',
    'query|subject|% same|length\nseq1|NC_1|98.50|400\nseq1|NC_2|91.25|380',
    [5],
  ],
  [
    'moments with parts of a second, day and month first',
    'at,level\n13.05.2024 10:00:00.125,1.5\n13.05.2024 10:00:01,2.5\n14.05.2024 10:00:00.5,3.5\n',
    'at|level\n2024-05-13 10:00:00.125|1.5\n2024-05-13 10:00:01|2.5\n2024-05-14 10:00:00.5|3.5',
    [],
  ],
  [
    'per cents below a sum, of what each column adds up to',
    'WHO         NEW    OLD    TOTAL\n--------------------------------\nMILL      200.50  30.00  230.50\nDOCK        0.00  80.50   80.50\nKITE       50.25   0.00   50.25\n--------------------------------\nTOTALS    250.75 110.50  361.25\nPERCENT    69.4%  30.6%  100.0%\n',
    'WHO|NEW|OLD|TOTAL\nMILL|200.50|30.00|230.50\nDOCK|0.00|80.50|80.50\nKITE|50.25|0.00|50.25',
    [7, 8],
  ],
  [
    'a total of one figure, which is exact',
    'Earned,Hours,Amount\nRegular,160,3200.00\nOvertime,8,240.50\nBonus,,150.00\nTOTAL EARNED,,3590.50\n',
    'Earned|Hours|Amount\nRegular|160|3200.00\nOvertime|8|240.50\nBonus|~|150.00',
    [5],
  ],
  [
    'a column for each thing, below nothing in the corner',
    ';Model A;Model B;Model C\nMaker;Acme;Beta;Gamma\nWeight [kg];12,5;9,8;14,2\nColour;red;blue;green\nBuilt;2021;2022;2023\n',
    'column_1|Maker|Weight [kg]|Colour|Built\nModel A|Acme|12.5|red|2021\nModel B|Beta|9.8|blue|2022\nModel C|Gamma|14.2|green|2023',
    [],
  ],
  [
    'the time that a monitor prints in front of names',
    'Linux 6.1 (web)  05/13/2024  (4 CPU)\n\n10:00:01 AM     CPU     %user     %idle\n10:10:01 AM     all      4.12     94.37\n10:20:01 AM     all      5.50     92.87\n10:30:01 AM     all      3.98     94.73\nAverage:        all      4.53     93.99\n',
    'column_1|CPU|%user|%idle\n10:10:01|all|4.12|94.37\n10:20:01|all|5.50|92.87\n10:30:01|all|3.98|94.73',
    [7],
  ],
  [
    'two lines of figures that one blank divides',
    'procs --memory-- ---cpu---\n r  b swpd free us sy id\n 1  0    0 8123  3  1 96\n 0  0    0 8119  4  1 95\n',
    'r|b|swpd|free|us|sy|id\n1|0|0|8123|3|1|96\n0|0|0|8119|4|1|95',
    [],
  ],
  [
    'a print whose columns are mostly empty, below a title',
    '+++ Ledger +++\nDate        Account      Debit    Credit\n01.05.2024  1200 Bank   500,00\n            4000 Sales            500,00\n03.05.2024  6000 Rent   900,00\n            1200 Bank             900,00\n            of May\n',
    'Date|Account|Debit|Credit\n2024-05-01|1200 Bank|500.00|~\n2024-05-01|4000 Sales|~|500.00\n2024-05-03|6000 Rent|900.00|~\n2024-05-03|1200 Bank|~|900.00\n2024-05-03|of May|~|~',
    [],
  ],
  [
    'a line below names that says that they are counts',
    'Tabelle 1,,\nStichtag,Stand,\n,Anzahl,\n31.12.2020,831,\n31.12.2021,832,\n31.12.2022,843,\n',
    'Stichtag|Stand\n2020-12-31|831\n2021-12-31|832\n2022-12-31|843',
    [],
  ],
  [
    'levels in small letters in a log, and slashes in its moments',
    '2024/05/13 10:22:31 [error] 812#812: *17 open() failed\n2024/05/13 10:22:35 [warn] 812#812: *18 slow\n',
    'time|level|message\n2024-05-13 10:22:31|error|812#812: *17 open() failed\n2024-05-13 10:22:35|warn|812#812: *18 slow',
    [],
  ],
  [
    'half a day directly behind its time, and times whose name comes twice',
    'at,time,high,time,low\n2024-05-13 11:02PM,0512,6.1,0620,1.9\n2024-05-14 6:40AM,1738,6.4,1845,1.6\n2024-05-15 12:05PM,0722,6.9,0101,1.4\n',
    'at|time|high|time_2|low\n2024-05-13 23:02:00|05:12:00|6.1|06:20:00|1.9\n2024-05-14 06:40:00|17:38:00|6.4|18:45:00|1.6\n2024-05-15 12:05:00|07:22:00|6.9|01:01:00|1.4',
    [],
  ],
  [
    'a list of files, below what it says of the folder',
    'total 48\n-rw-r--r-- 1 ann  staff   5120 May 13 10:22 index.html\n-rw-r--r-- 1 ann  staff    912 May 11 08:00 old style.css\ndrwxr-xr-x 4 root staff   4096 Feb 29  2023 assets\n',
    'mode|links|owner|group|size|modified|name\n-rw-r--r--|1|ann|staff|5120|May 13 10:22|index.html\n-rw-r--r--|1|ann|staff|912|May 11 08:00|old style.css\ndrwxr-xr-x|4|root|staff|4096|Feb 29  2023|assets',
    [],
  ],
  [
    'what people write to each other, with a time of day in brackets',
    '[10:22] <ann> hi all\n[10:23] <bob> hello\n[10:32] <cy> morning: all?\n',
    'time|sender|message\n10:22:00|ann|hi all\n10:23:00|bob|hello\n10:32:00|cy|morning: all?',
    [],
  ],
  [
    'three lines of a print that one blank divides',
    'Filesystem     1K-blocks     Used Available Use% Mounted\n/dev/sda1      102687672 61204416  36243272  63% /\ntmpfs             817060     1480    815580   1% /run\n/dev/sdb1     1921802432 81920000 741000000  10% /srv\n',
    'Filesystem|1K-blocks|Used|Available|Use%|Mounted\n/dev/sda1|102687672|61204416|36243272|63|/\ntmpfs|817060|1480|815580|1|/run\n/dev/sdb1|1921802432|81920000|741000000|10|/srv',
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

test('facts beside each other stand above the tables of a sheet, and a table a plate below its label', async () => {
  const rows = [
    ['HR board'],
    ['Heads', 212, null, 'as of', dated(45412)],
    [],
    ['Moves'],
    ['Month', 'In', 'Out'],
    ['Jan', 3, 1],
    ['Feb', 0, 2],
  ]
  const plate = (name: string, from: number) =>
    [
      name,
      'Well;1;2;3',
      ...['A', 'B'].map((well, at) => `${well};${[3, 1, 4].map((n) => `0.${from + n * (at + 2)}`).join(';')}`),
      '',
    ].join('\n')
  const [sheet, plates] = [
    await reading(workbook([{ name: 'S', rows }])),
    await reading(
      `Device: X;;;\nStart:;2024-05-02;;\n\n${plate('Label 450', 11)}\n${plate('Label 620', 31)}\nEnd:;2024-05-03;;\n`,
    ),
  ]
  expect(sheet.tables.map(({ names, count }) => [names.join(), count])).toEqual([['Month,In,Out', 2]])
  expect(plates.tables[0]).toMatchObject({ names: ['table', 'Well', '1', '2', '3'], count: 4 })
})

test('rows that begin with a word are no facts above a table, however many there are', async () => {
  const rows = Array.from({ length: 120 }, (_, at) => `Player ${at},${at < 3 ? 'Indef.' : at % 10}`)
  const { columns, tables } = await reading(`name,games\n${rows.join('\n')}\n`)
  expect([columns.map(({ name }) => name).slice(0, 2), tables[0]!.count]).toEqual([['name', 'games'], 120])
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

test('99 and 999 stand for none where several columns have them again and again', async () => {
  const read = async (rows: string) => (await reading(`case,years,rooms\n${rows}\n`)).tables[0]!
  const nones = ({ rows, names }: Awaited<ReturnType<typeof read>>) =>
    rows.flatMap((row) => ['years', 'rooms'].filter((name) => row[names.indexOf(name)] === null))
  const both = await read('a,41,3\nb,999,2\nc,38,99\nd,999,4\ne,27,1\nf,52,99')
  expect(nones(both)).toEqual(['years', 'rooms', 'years', 'rooms'])
  expect(nones(await read('a,41,3\nb,999,2\nc,38,5\nd,999,4\ne,27,1\nf,52,2'))).toEqual([])
  expect(nones(await read('a,41,3\nb,999,2\nc,38,99\nd,44,4\ne,27,1\nf,52,2'))).toEqual([])
})
