import { type Case, csv } from '../case.ts'
import { encoded } from '../columns.ts'
import { utf8, utf16 } from '../write.ts'
import { table } from './table.ts'

const marked = (content: string) => utf8(content, true)
const windows = { delimiter: ';', newline: '\r\n' }

export const PEOPLE: Case[] = [
  csv(
    'class registers: a Bavarian class with days missed',
    table(`
Schüler-Nr. | Name, Vorname     | Geb.-Datum | Bekenntnis | Fehltage | dav. unentsch. | Schnitt
code        | text              | @d.m.y     | text       | int      | int            | dec,
000412      | Aumüller, Josef   | 03.09.2010 | rk         | 4        | 0              | 2,1
000415      | Bäcker, Lena      | 17.11.2010 | ev         | 0        | 0              | 1,4
000419      | Çelik, Emre       | 28.02.2011 | isl        | 12       | 3              | 3,3
000421      | Größl, Änne       | 01.01.2011 | rk         | 7        | 1              | 2,8
000430      | Huber, Xaver      | 19.12.2010 | rk         | 2        | 0              | 1,9
000437      | Krüger, Mia Sofie | 05.06.2010 |            | 9        | 2              | 2,6
000438      | Nguyen, Linh      | 23.03.2011 | o. B.      | 1        | 0              | 1,2
000440      | Öttl, Vroni       | 30.10.2010 | rk         | 15       | 8              | 4,1
000452      | Weiß, Tobias      | 11.08.2010 | ev         | 3        | 0              | 2,2`),
    {
      ...windows,
      above: ['Städtisches Gymnasium Müllerstadt;;;;;;', 'Klasse 7b, Schuljahr 2023/24;;;;;;', ';;;;;;'],
      below: ['Durchschnitt;;;;5,9;1,6;2,4', '', 'Fehltage ohne Projektwoche'],
    },
    { encode: encoded('windows-1252') },
  ),
  csv(
    'class registers: a Japanese roll in Shift JIS',
    table(
      `
出席番号 | 氏名       | ふりがな       | 生年月日      | 欠席日数 | 身長（cm） | 備考
no       | text       | text           | @y年m月d日    | int      | dec.       | text
1        | 青木 陽菜  | あおき ひな    | 2011年4月2日  | 0        | 142.3      |
2        | 石川 蓮    | いしかわ れん  | 2011年12月24日 | 3        | 139.8      | 眼鏡
3        | 上田 結衣  | うえだ ゆい    | 2012年1月30日 | ―        | 145.1      | 転入
4        | 遠藤 大翔  | えんどう ひろと | 2011年7月7日  | 1        | ―          | 測定日欠席
5        | 加藤 さくら | かとう さくら  | 2011年10月11日 | 12       | 150.4      |
6        | 木村 悠真  | きむら ゆうま  | 2012年3月31日 | 2        | 136.9      | アレルギー、卵
7        | 小林 凛    | こばやし りん  | 2011年5月5日  | 0        | 148.7      |
8        | 佐藤 湊    | さとう みなと  | 2011年8月19日 | 4        | 141.2      |`,
      /^―$/,
    ),
    { newline: '\r\n', above: ['6年2組　児童名簿,,,,,,', '作成日：2024年3月8日,,,,,,'] },
    { encode: encoded('shift_jis') },
  ),
  csv(
    'parishes: offerings of a Polish parish',
    table(`
Lp. | Data       | Nabożeństwo       | Ofiara na tacę | Intencje mszalne | Uwagi
no  | @d.m.y     | text              | dec,           | dec,             | text
1   | 07.01.2024 | Msza św. 7:00     | 412,55 zł      | 100,50 zł        |
2   | 07.01.2024 | Msza św. 11:30    | 1 304,20 zł    | 150,00 zł        | Chrzest: Zofia Żak
3   | 14.01.2024 | Msza św. 7:00     | 398,10 zł      |                  |
4   | 14.01.2024 | Suma              | 1 251,75 zł    | 200,00 zł        |
5   | 21.01.2024 | Msza św. 7:00     | 287,90 zł      | 50,00 zł         | Mróz, mało wiernych
6   | 21.01.2024 | Suma              | 1 090,05 zł    |                  |
7   | 28.01.2024 | Msza św. 7:00     | 350,45 zł      | 80,25 zł         |
8   | 28.01.2024 | Suma              | 2 418,60 zł    | 150,00 zł        | Kolekta na Caritas
9   | 02.02.2024 | Matki Boskiej Gromnicznej | 905,15 zł | 120,00 zł     | święcenie świec`),
    { ...windows, above: ['Parafia pw. św. Wojciecha w Łącku', ''], below: [';;RAZEM;8 418,75 zł;850,75 zł;'] },
    { encode: encoded('windows-1250') },
  ),
  csv(
    'parishes: pledges by fund with corrections in brackets',
    table(`
Env # | Donor                  | Gift Date  | Fund       | Method | Amount      | YTD Total   | Thank-you sent
code  | text                   | @m/d/y     | text       | text   | dec.        | dec.        | yes Y
0042  | Abernathy, Mr. & Mrs.  | 01/07/2024 | General    | Check  | $1,250.00   | $1,250.00   | Y
0107  | "Skip" Dawson          | 01/07/2024 | General    | Cash   | $40.50      | $40.50      | N
0042  | Abernathy, Mr. & Mrs.  | 01/14/2024 | General    | Check  | ($1,250.00) | $0.00       | N
0042  | Abernathy, Mr. & Mrs.  | 01/14/2024 | General    | Check  | $1,205.25   | $1,205.25   | Y
0311  | Okafor, Chidi          | 02/04/2024 | Roof       | ACH    | $300.75     | $300.75     | Y
0311  | Okafor, Chidi          | 03/03/2024 | Roof       | ACH    | $300.75     | $601.50     | Y
0007  | Estate of L. Whitfield | 03/17/2024 | Roof       | Check  | $12,000.99  | $12,000.99  | Y
0560  | Nuñez, Marisol         | 03/24/2024 | Missions   | Card   | $85.10      | $85.10      | N
0107  | "Skip" Dawson          | 03/31/2024 | Missions   | Cash   | ($5.25)     | $35.25      | N
0560  | Nuñez, Marisol         | 03/31/2024 | Missions   | Card   | $64.90      | $150.00     | Y`),
    {
      above: ['"St. Mark\'s Lutheran Church"', '"Contributions 01/01/2024 - 03/31/2024"', ''],
      within: {
        4: ['Subtotal General,,,,,"$1,245.75",,', ''],
        7: ['Subtotal Roof,,,,,"$12,602.49",,', ''],
      },
      below: ['Subtotal Missions,,,,,$144.75,,', '', 'Grand Total,,,,,"$13,992.99",,'],
    },
  ),
  csv(
    'leagues: results of a Swedish division',
    table(`
Omg | Datum      | Avspark | Hemmalag     | Bortalag     | Resultat | Publik | Domare
rank | @y-m-d    | @h.i    | text         | text         | text     | int    | text
1   | 2023-04-15 | 15.00   | IFK Åmål     | Säffle FF    | 3–1      | 412    | Åke Ström
1   | 2023-04-15 | 17.30   | Grums IK     | Nor IK       | 0–0      | 188    | Örjan Löf
1   | 2023-04-16 | 13.15   | Arvika FK    | Sunne SK     | 2–4      | 1 045  | Eva Näs
2   | 2023-04-22 | 15.00   | Säffle FF    | Grums IK     | 1–1      | 377    | Åke Ström
2   | 2023-04-22 | 16.00   | Nor IK       | Arvika FK    | 5–0      | 96     | Per Ek
2   | 2023-04-23 | 14.45   | Sunne SK     | IFK Åmål     | 2–2      | 820    | Örjan Löf
3   | 2023-04-29 | 15.00   | IFK Åmål     | Grums IK     | 1–0      | 503    | Eva Näs
3   | 2023-05-01 | 12.00   | Arvika FK    | Säffle FF    | 10–2     | 1 211  | Per Ek
3   | 2023-05-01 | 18.30   | Sunne SK     | Nor IK       |          |        |`),
    { delimiter: '\t', below: ['', 'Sunne SK–Nor IK uppskjuten p.g.a. regn'] },
    { ending: 'tsv', encode: encoded('windows-1252') },
  ),
  csv(
    'ballots: German districts below two lines of heads',
    table(`
Wahlbezirk | Wahlbezirk Name ~ Name | Wahlberechtigte | Wähler | Erststimmen gültige | Erststimmen ungültige | Zweitstimmen gültige | Zweitstimmen ungültige
code       | text                   | int             | int    | int                 | int                   | int                  | int
001        | Rathaus                | 1.204           | 871    | 858                 | 13                    | 862                  | 9
002        | Grundschule Süd        | 1.187           | 903    | 890                 | 13                    | 897                  | 6
003        | Turnhalle am Löh       | 998             | 640    | 631                 | 9                     | 635                  | 5
004        | Feuerwehr Oberdorf     | 754             | 598    | 592                 | 6                     | 594                  | 4
005        | Kita "Spatzennest"     | 1.341           | 1.012  | 1.001               | 11                    | 1.004                | 8
006        | Altenheim St. Anna     | 402             | 333    | 320                 | 13                    | 325                  | 8
901        | Briefwahl I            |                 | 1.766  | 1.750               | 16                    | 1.755                | 11
902        | Briefwahl II           |                 | 1.698  | 1.680               | 18                    | 1.689                | 9`),
    {
      ...windows,
      above: [
        'Landtagswahl, vorläufiges Ergebnis;;;;;;;',
        'Wahlbezirk;;Wahlberechtigte;Wähler;Erststimmen;;Zweitstimmen;',
      ],
      header: [['', 'Name', '', '', 'gültige', 'ungültige', 'gültige', 'ungültige']],
      below: ['Zusammen;;5.886;7.821;7.722;99;7.761;60'],
    },
  ),
  csv(
    'ballots: Portuguese parishes with shares and a note',
    table(
      `
Código | Freguesia            | Inscritos | Votantes | Abstenção | Brancos (%) | Nulos (%) | Apurada
code   | text                 | int       | int      | pct,      | pct,        | pct,      | yes Sim
030301 | Adaúfe               | 3 412     | 2 001    | 41,4%     | 1,2%        | 0,9%      | Sim
030302 | Espinho              | 1 087     | 702      | 35,4%     | 0,7%        | 1,1%      | Sim
030309 | São Vicente          | 12 240    | 7 033    | 42,5%     | 1,5%        | 0,8%      | Sim
030313 | Gualtar              | 5 611     | 3 377    | 39,8%     | 2,1%        | 1,3%      | Sim
030318 | Mire de Tibães       | 2 098     | n.d.     | n.d.      | n.d.        | n.d.      | Não
030325 | Palmeira             | 5 320     | 3 208    | 39,7%     | 1,1%        | 0,6%      | Sim
030338 | Sequeira             | 1 655     | 1 042    | 37,1%     | 0,9%        | 1,4%      | Sim
030343 | Tadim                | 1 002     | 689      | 31,2%     | 1,3%        | 0,4%      | Sim`,
      /^n\.d\.$/,
    ),
    {
      delimiter: ';',
      quotes: 'all',
      below: ['"Fonte: mesas de voto";"";"";"";"";"";"";""', '"n.d. - não disponível";"";"";"";"";"";"";""'],
    },
    { encode: marked },
  ),
  csv(
    'wages: a Turkish payroll with deductions',
    table(`
Sıra | T.C. Kimlik No | Adı Soyadı     | İşe Giriş  | Gün | Brüt Ücret | SGK Kesintisi | Avans      | Net Ödenen
rank | no             | text           | @d.m.y     | int | dec,       | dec,          | dec,       | dec,
1    | 10234567890    | Ayşe Güneş     | 01.03.2019 | 30  | 32.450,75  | -4.543,11     |            | 24.107,64
2    | 20345678901    | Çağrı Şimşek   | 15.09.2021 | 30  | 28.100,50  | -3.934,07     | -2.000,25  | 18.266,18
3    | 30456789012    | Işıl Öztürk    | 02.01.2024 | 28  | 19.035,33  | -2.664,95     |            | 14.230,38
4    | 40567890123    | Ümit Yılmaz    | 11.11.2015 | 30  | 54.980,20  | -7.697,23     | -10.500,75 | 31.782,22
5    | 50678901234    | Şule İnan      | 23.06.2020 | 30  | 30.002,10  | -4.200,29     |            | 22.451,81
6    | 60789012345    | Doğan Kılıç    | 07.04.2022 | 12  | 11.250,05  | -1.575,01     | -1.250,50  | 7.424,54
7    | 70890123456    | Gülşen Ağaoğlu | 30.08.2018 | 30  | 41.777,90  | -5.848,91     |            | 30.928,99
8    | 80901234567    | İbrahim Çınar  | 19.05.2023 | 30  | 27.654,35  | -3.871,61     | -900,15    | 19.881,59`),
    {
      ...windows,
      above: ['Yıldız Tekstil A.Ş.;;;;;;;;', 'Ücret Bordrosu: Ocak 2024;;;;;;;;'],
      below: [';;TOPLAM;;;245.251,18;-34.335,18;-14.651,65;169.073,35', '', 'Hazırlayan:;;;Onaylayan:;;;;;'],
    },
    { encode: encoded('windows-1254') },
  ),
  csv(
    'wages: a Mexican pay run between bars',
    table(`
RFC           | NSS         | Empleado               | Fecha de pago | Puesto       | Percepciones | Deducciones | Faltas | Nota
code          | code        | text                   | @d/b/y        | text         | dec.         | dec.        | int    | text
GAMA850312H10 | 03128512345 | García Muñoz, Ana      | 15/ene/2024   | Cajera       | $6,120.50    | $812.33     | 0      |
HEPJ900101AB2 | 00129045678 | Hernández Peña, Jesús  | 15/ene/2024   | Gerente      | $14,980.00   | $3,201.47   | 0      | bono "puntualidad"
LOSR781130QX4 | 45987801234 | López Sáenz, Raúl      | 15/ene/2024   | Almacén      | $5,430.25    | $640.08     | 2      |
GAMA850312H10 | 03128512345 | García Muñoz, Ana      | 31/ene/2024   | Cajera       | $6,120.50    | $812.33     | 0      |
HEPJ900101AB2 | 00129045678 | Hernández Peña, Jesús  | 31/ene/2024   | Gerente      | $13,220.75   | $2,890.12   | 1      |
LOSR781130QX4 | 45987801234 | López Sáenz, Raúl      | 31/ene/2024   | Almacén      | $5,972.90    | $701.66     | 0      | horas extra
GAMA850312H10 | 03128512345 | García Muñoz, Ana      | 15/feb/2024   | Cajera       | $6,120.50    | $812.33     | 0      |
ZUOI990707MV9 | 02199934567 | Zúñiga Ordaz, Itzel    | 15/feb/2024   | Auxiliar     | $2,015.15    | $150.01     | 0      | ingreso 08/feb`),
    { delimiter: '|', above: ['Nómina quincenal||||||||'], below: ['Total|||||$59,980.55|$10,020.33|3|'] },
    { encode: marked, ending: 'txt' },
  ),
  csv(
    'questionnaires: long Dutch questions with answers over lines',
    table(
      `
Antwoord-ID | Datum ingediend     | Hoe oud bent u? | Hoe waarschijnlijk is het dat u ons aanbeveelt, op een schaal van 0 tot 10? | Bent u lid? | Wat kan beter? | Bestede tijd (s)
no          | @y-m-d h:i:s        | int             | rank                                                                        | yes Ja      | text           | dec.
101         | 2024-02-03 14:05:11 | 34              | 8                                                                           | Ja          | Niets          | 71.25
102         | 2024-02-03 14:17:40 | 61              | 10                                                                          | Ja          | Openingstijden:↵- zondag open↵- 's avonds langer | 204.81
104         | 2024-02-03 18:55:02 | n.v.t.          | 3                                                                           | Nee         | De "snelle" kassa, die is traag | 55.07
105         | 2024-02-04 09:00:59 | 27              | 7                                                                           | Nee         |                | 38.40
108         | 2024-02-04 10:31:26 | 45              | 9                                                                           | Ja          | Meer biologisch, minder plastic | 129.66
109         | 2024-02-04 22:12:08 | n.v.t.          | 0                                                                           | Nee         | Alles!         | 12.93
110         | 2024-02-05 07:44:37 | 72              | 10                                                                          | Ja          | Koffie↵        | 310.02
113         | 2024-02-05 11:20:15 | 19              | 6                                                                           | Nee         | Prijzen        | 47.18`,
      /^n\.v\.t\.$/,
    ),
    { quotes: 'all', newline: '\r\n' },
  ),
  csv(
    'questionnaires: a Hindi survey of households in its own digits',
    table(`
क्रमांक | परिवार प्रमुख   | गाँव      | सदस्य | वार्षिक आय (₹) | भूमि (एकड़) | शौचालय | सर्वे तिथि
no      | text            | text      | int   | int             | dec.         | yes हाँ | @d-m-y
१       | रामकुमार यादव   | बेलवा     | ७     | १,२०,०००        | २.५          | हाँ     | ०५-०१-२०२४
२       | सुनीता देवी     | बेलवा     | ४     | ८४,५००          | ०.७५         | नहीं    | ०५-०१-२०२४
३       | मो. इरफ़ान      | चकिया     | ९     | २,१५,०००        | १.२५         | हाँ     | ०६-०१-२०२४
४       | गीता कुशवाहा    | चकिया     | ३     | ६०,०००          |              | नहीं    | ०६-०१-२०२४
५       | हरि ओम शर्मा    | नवादा     | ५     | ३,०४,२००        | ४.१          | हाँ     | १२-०१-२०२४
६       | लक्ष्मी पासवान  | नवादा     | ६     | ९९,९००          | ०.५          | हाँ     | १२-०१-२०२४
७       | अब्दुल करीम     | रसूलपुर   | ८     | १,७५,०००        | ३.३५         | हाँ     | १५-०१-२०२४
८       | फूलमती          | रसूलपुर   | २     | ४२,०००          |              | नहीं    | १५-०१-२०२४`),
    { above: ['ग्राम पंचायत सर्वेक्षण २०२४', ''] },
    { encode: marked },
  ),
  csv(
    'loans: an Arabic library with fines',
    table(`
رقم البطاقة | المستعير        | عنوان الكتاب           | تاريخ الإعارة | تاريخ الإرجاع | مُرجَع | الغرامة
code        | text            | text                   | @d/m/y        | @d/m/y        | yes نعم | dec.
00125       | فاطمة الزهراني  | مقدمة ابن خلدون        | 03/01/2024    | 17/01/2024    | نعم     | 0.50 ر.س
00310       | خالد العتيبي    | ألف ليلة وليلة، ج 2    | 05/01/2024    |               | لا      | 12.75 ر.س
00087       | نورة القحطاني   | موسم الهجرة إلى الشمال | 11/01/2024    | 20/01/2024    | نعم     |
00125       | فاطمة الزهراني  | رجال في الشمس          | 17/01/2024    | 31/01/2024    | نعم     |
00442       | سعد الدوسري     | كليلة ودمنة            | 22/01/2024    |               | لا      | 3.25 ر.س
00219       | ريم الحربي      | دعاء الكروان           | 28/01/2024    | 15/02/2024    | نعم     | 1.50 ر.س
00310       | خالد العتيبي    | زقاق المدق             | 04/02/2024    |               | لا      |
00501       | هند الشمري      | البخلاء                | 13/02/2024    | 27/02/2024    | نعم     |`),
    windows,
    { encode: encoded('windows-1256') },
  ),
  csv(
    'loans: a French reading room as Unicode text',
    table(`
N° lecteur | Lecteur              | Cote          | Titre                          | Prêté le   | À rendre le | Retard (j) | Amende
code       | text                 | code          | text                           | @d/m/y     | @d/m/y      | int        | dec,
0000217    | Lefèvre, Aurélie     | 843.8 ZOL     | Germinal                       | 02/10/2023 | 23/10/2023  | 0          |
0000945    | N'Diaye, Ousmane     | 944.04 MIC    | Histoire de la Révolution, t. 1 | 02/10/2023 | 23/10/2023  | 12         | 1,20 €
0001102    | Dœuvre, Benoît       | R MUR         | « Le Cœur cousu »              | 05/10/2023 | 26/10/2023  | 0          |
0000033    | Garçon, Éloïse       | BD TAR 4      | Adèle Blanc-Sec                | 09/10/2023 | 30/10/2023  | 3          | 0,30 €
0001377    | Müller, Jean-Noël    | 641.5 BOC     | Cuisine d'été                  | 12/10/2023 | 02/11/2023  | 41         | 4,10 €
0000589    | Ait Ahmed, Yasmina   | 530 HAW       | Une brève histoire du temps    | 16/10/2023 | 06/11/2023  | 0          |
0000217    | Lefèvre, Aurélie     | 843.8 ZOL     | L'Œuvre                        | 23/10/2023 | 13/11/2023  | 8          | 0,80 €
0001410    | Pérez, Íñigo         | J ROM         | Le 35 mai                      | 30/10/2023 | 20/11/2023  | 125        | 12,55 €`),
    { delimiter: '\t', newline: '\r\n', above: ['Prêts en cours au 31/12/2023', ''] },
    { encode: (content) => utf16(content), ending: 'txt' },
  ),
]
