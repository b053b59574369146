import { type Case, csv } from '../case.ts'
import { table } from '../latest/table.ts'
import { utf16, windows1252 } from '../write.ts'

/** Exports of public offices, schools and courts. */
export const OFFICES: Case[] = [
  csv(
    'courts',
    'a French roll with hours in letters and a line that counts cases',
    table(`
N° RG    | Audience   | Heure | Salle | Demandeur           | Défendeur          | Montant       | Avocat
code     | @d/m/y     | @h:i  | text  | text                | text               | dec,          | text
23/01234 | 04/03/2024 | 09h00 | B12   | SCI Les Tilleuls    | M. Lefèvre, Paul   | 12 345,67 €   | Me Dubois
23/01301 | 04/03/2024 | 09h20 | B12   | Mme N'Diaye, Awa    | Sté "Bâtir"        | 3 050,00 €    |
24/00007 | 04/03/2024 | 10h30 | B12   | Syndic; Immo 3      | M. et Mme Roux     | 890,45 €      | Me Ça
24/00019 | 11/03/2024 | 14h00 | A1    | Banque du Lac       | M. Morel           | 104 000,00 €  | Me Dubois
24/00020 | 11/03/2024 | 14h15 | A1    | Banque du Lac       | Mme Petit          | 7 215,10 €    |`),
    { delimiter: ';', above: ['Tribunal judiciaire - Rôle', ''], below: ['', '5 affaires'] },
    { encode: windows1252 },
  ),
  csv(
    'schools',
    'Finnish lunches with no value in words',
    table(
      `
Päivä     | Koulu           | Oppilaita | Annoksia | Hävikki (kg) | Hinta €/annos | Ruoka
@d.m.y    | text            | int       | int      | dec,         | dec,          | text
1.3.2024  | Kallion koulu   | 412       | 398      | 12,4         | 2,31          | Kaalilaatikko
1.3.2024  | Töölön ala-aste | 268       | 251      | ei tietoa    | 2,31          | Kaalilaatikko
4.3.2024  | Kallion koulu   | 405       | 401      | 6,85         | 2,45          | Lohikeitto; ruisleipä
4.3.2024  | Töölön ala-aste | 259       | 260      | ei tietoa    | 2,45          | Lohikeitto
5.3.2024  | Kallion koulu   | 398       | 377      | 18,0         | 2,19          | Pinaattiletut
5.3.2024  | Töölön ala-aste | 270       | 244      | 9,15         | 2,19          | Pinaattiletut`,
      /^ei tietoa$/,
    ),
    { delimiter: ';' },
  ),
  csv(
    'parking',
    'fines of an American city with voided ones',
    table(`
Citation # | Issue Date          | Plate   | State | Violation                 | Fine    | Late Fee | Paid    | Void
code       | @m/d/y h:i          | code    | text  | text                      | dec.    | dec.     | dec.    | yes Y
C0019331   | 03/01/2024 08:05    | 7ABC123 | CA    | Expired meter             | $65.00  | $0.00    | $65.00  | N
C0019332   | 03/01/2024 08:09    | 0XYZ77  | NV    | "Blocking drive, ""Elm""" | $110.50 | $35.00   | $0.00   | N
C0019340   | 03/13/2024 17:44    | JLR8080 | CA    | Street cleaning           | $73.00  | $0.00    | $73.00  | N
C0019341   | 03/13/2024 17:45    | 4E10001 | AZ    | Street cleaning           | $73.00  | $0.00    | $0.00   | Y
C0019355   | 03/20/2024 23:59    | MOM4EVR | CA    | Hydrant                   | $1,040.25 | $100.00 | $0.00   | N`),
    { quotes: 'all' },
  ),
  csv(
    'registers',
    'Spanish parcels below the facts of their district',
    table(`
Referencia catastral | Uso         | Superficie (m²) | Año construcción | Valor catastral | Titulares | Última revisión
code                 | text        | int             | year             | dec,            | int       | @d/m/y
9872023VH5797S0001WX | Residencial | 98              | 1972             | 84.120,55       | 2         | 14/02/2023
9872023VH5797S0002EA | Residencial | 104             | 1972             | 87.900,10       | 1         | 14/02/2023
9872024VH5797S0001DB | Comercial   | 1.250           | 2004             | 1.310.450,00    | 1         | 01/12/2023
001300100UF00A0001TR | Agrario     | 35.420          |                  | 9.105,75        | 5         |
9872030VH5797S0003KK | Almacén     | 640             | 1988             | 120.300,25      | 3         | 30/06/2022`),
    {
      delimiter: ';',
      above: ['Municipio;Ayora;;;;;', 'Provincia;Valencia;;;;;', 'Fecha de emisión;05/03/2024;;;;;', ''],
    },
  ),
  csv(
    'fisheries',
    'Norwegian landings with blanks that do not break',
    table(`
Seddelnr | Landingsdato | Fartøy     | Reg.merke | Art   | Rundvekt (kg) | Verdi (kr)    | Kvalitet | Redskap
code     | @d.m.y       | text       | code      | text  | dec,          | dec,          | text     | text
70012345 | 01.03.2024   | Havbris    | N-12-VV   | Torsk | 12·450,5      | 398·416,00    | A        | Garn
70012346 | 01.03.2024   | Havbris    | N-12-VV   | Sei   | 2·310,0       | 34·650,00     | B        | Garn
70012350 | 04.03.2024   | Brødrene Ø | M-7-AV    | Hyse  | 987,25        | 19·745,10     | A        | Snurrevad
70012351 | 05.03.2024   | Stjernøy   | F-101-H   | Torsk | 104·002,75    | 3·328·088,00  | A        | Trål
70012360 | 08.03.2024   | Stjernøy   | F-101-H   | Uer   | 45,0          | 900,50        | P        | Trål`),
    { delimiter: ';', above: ['Fiskeridirektoratet;;;;;;;;', 'Foreløpige tall;;;;;;;;'] },
  ),
  csv(
    'exams',
    'Turkish results of which some did not come',
    table(
      `
Sıra | T.C. Kimlik No | Adı Soyadı     | Oturum  | Doğru | Yanlış | Net   | Puan    | Durum
rank | code           | text           | text    | int   | int    | dec,  | dec,    | text
1    | 10000000146    | Ayşe Çelik     | Sabah   | 68    | 9      | 65,75 | 412,357 | Asil
2    | 10000000278    | İsmail Öz      | Sabah   | 61    | 14     | 57,50 | 388,204 | Asil
3    | 10000000390    | Şule Aydın     | Öğle    | 55    | 22     | 49,50 | 361,019 | Yedek
4    | 10000000412    | Kaan Ilgaz     | Öğle    | Girmedi | Girmedi | Girmedi | Girmedi |
5    | 10000000544    | Zeynep Uğur    | Sabah   | 49    | 18     | 44,50 | 340,775 | Yedek
6    | 10000000676    | Ömer Fırat     | Öğle    | Girmedi | Girmedi | Girmedi | Girmedi |
7    | 10000000708    | Naz Güneş      | Sabah   | 47    | 30     | 39,50 | 322,640 | Yedek
8    | 10000000830    | Cem Ünal       | Öğle    | 33    | 12     | 30,00 | 290,118 |`,
      /^Girmedi$/,
    ),
    { delimiter: ';', above: ['Sınav Sonuç Listesi;;;;;;;;', 'Tarih:;09.03.2024;;;;;;;'] },
  ),
  csv(
    'statistics',
    'German districts with all of them in the first line and secret figures',
    table(
      `
Schlüssel | Kreis            | Betriebe | Beschäftigte | Umsatz in 1.000 EUR | Veränderung in %
code      | text             | int      | int          | dec,                | pct,
09161     | Ingolstadt       | 112      | 48.210       | 31.004,7            | 2,4
09162     | München          | 640      | 201.377      | 140.998,2           | -0,8
09163     | Rosenheim        | 58       | .            | .                   | .
09171     | Altötting        | 97       | 21.054       | 18.760,5            | 5,1
09172     | Berchtesgadener Land | 71   | 7.930        | 2.115,0             | 0,3
09173     | Bad Tölz         | 49       | .            | .                   | .
09174     | Dachau           | 66       | 6.471        | 1.890,9             | -3,6`,
      /^\.$/,
    ),
    {
      delimiter: ';',
      above: ['Tabelle: 42111-0102;;;;;', 'Betriebe, Beschäftigte, Umsatz: Kreise;;;;;', 'Stichtag: 30.09.2023;;;;;'],
      below: [
        '__________',
        'Zeichenerklärung: . = geheim zu halten',
        '© Statistisches Landesamt, 2024 | Stand: 12.03.2024',
      ],
    },
    { encode: windows1252 },
  ),
  csv(
    'elections',
    'Indian booths with the whole above them',
    table(`
Booth No | Polling Station        | Electors | Male   | Female | Votes Polled | % Polled | Remarks
no       | text                   | int      | int    | int    | int          | pct.     | text
1        | Govt. School, Room 1   | 1,204    | 640    | 564    | 871          | 72.34%   |
2        | Govt. School, Room 2   | 998      | 502    | 496    | 655          | 65.63%   | EVM changed at 11:20
3        | Panchayat Bhawan       | 1,411    | 730    | 681    | 1,020        | 72.29%   |
4        | "Anganwadi ""Asha"""   | 702      | 351    | 351    | 499          | 71.08%   |
5        | Community Hall         | 1,150    | 588    | 562    | 760          | 66.09%   | Booth shifted`),
    {
      above: ['AC 044 - Karol Bagh', ''],
      within: { 0: ['Total,,"5,465","2,811","2,654","3,805",69.62%,'] },
    },
  ),
  csv(
    'waste',
    'Dutch depots with the least, the greatest and the mean of each column',
    table(`
Datum      | Milieustraat | Restafval (kg) | GFT (kg) | Papier (kg) | Bezoekers
@y-m-d     | text         | int            | int      | dec,        | int
2024-03-01 | Noord        | 4120           | 890      | 1210,5      | 212
2024-03-01 | Zuid         | 3875           | 1020     | 998,0       | 187
2024-03-02 | Noord        | 6010           | 1455     | 1730,25     | 401
2024-03-02 | Zuid         | 5230           | 1310     | 1604,75     | 366
2024-03-04 | Noord        | 2990           | 640      | 870,0       | 140
2024-03-04 | Zuid         | 3105           | 702      | 910,5       | 155`),
    {
      delimiter: ';',
      below: [
        '',
        'Minimum;;2990;640;870,0;140',
        'Maximum;;6010;1455;1730,25;401',
        'Gemiddelde;;4221,7;1002,8;1220,7;243,5',
      ],
    },
  ),
  csv(
    'libraries',
    'Swiss loans in UTF-16 with tabs',
    table(
      `
Exemplar      | Titel                            | Signatur      | Ausgeliehen      | Fällig     | Zurück     | Mahnungen | Gebühr CHF
code          | text                             | code          | @d.m.y h:i       | @d.m.y     | @d.m.y     | int       | dec.
0007123450012 | Die Blechtrommel                 | DL 831 GRA    | 01.02.2024 10:15 | 29.02.2024 | 28.02.2024 | 0         | 0.00
0007123450029 | "Le Petit Prince", éd. bilingue  | FR 843 SAI    | 02.02.2024 16:40 | 01.03.2024 |            | 2         | 6.50
0007123450036 | Il nome della rosa               | IT 853 ECO    | 02.02.2024 16:41 | 01.03.2024 | 05.03.2024 | 1         | 2.00
0007123450043 | Atlas	der Alpen                  | GEO 914.94    | 05.02.2024 11:02 | 04.03.2024 | 04.03.2024 | 0         | 0.00
0007123450050 | Heidi                            | KJ SPY        | 09.02.2024 14:55 | 08.03.2024 |            | 1         | 2.00`.replace(
        'Atlas	der',
        'Atlas der',
      ),
    ),
    { delimiter: '\t', newline: '\r\n', quotes: 'none' },
    { encode: (content) => utf16(content), ending: 'txt' },
  ),
  csv(
    'rations',
    'Hindi cards with figures of their script',
    table(`
क्रम | राशन कार्ड  | मुखिया का नाम | सदस्य | गेहूँ (कि.ग्रा.) | चावल (कि.ग्रा.) | दिनांक     | पोर्टेबिलिटी
rank | code        | text          | int   | dec.            | dec.            | @d/m/y     | yes हाँ
१    | UP120045671 | सीता देवी     | ५     | १५.५            | १०.०            | ०१/०३/२०२४ | नहीं
२    | UP120045688 | रमेश कुमार    | ३     | ९.०             | ६.०             | ०१/०३/२०२४ | नहीं
३    | UP120045702 | अंजुम बानो    | ७     | २१.२५           | १४.०            | १२/०३/२०२४ | हाँ
४    | UP120045719 | हरि ओम        | १     | ३.०             | २.५             | १५/०३/२०२४ | नहीं
५    | UP120045730 | गीता यादव     | ४     | १२.०            | ८.०             | १८/०३/२०२४ | हाँ`),
  ),
  csv(
    'grants',
    'British awards with footnotes and figures in brackets',
    table(`
Ref     | Recipient                    | Award date | Amount (£)   | Adjustment (£) | Match % | Region
code    | text                         | @d/m/y     | dec.         | dec.           | pct.    | text
G/01/23 | Leeds Canal Trust            | 14/09/2023 | 12,500.00    | (1,250.00)     | 25%     | Yorkshire
G/02/23 | St Mary's PCC                | 14/09/2023 | 4,999.50     | 0.00           | 10%     | North West
G/03/23 | Friends of Bewl Water, Kent  | 02/11/2023 | 150,000.00   | (22,400.75)    | 50%     | South East
G/04/23 | Hull Kids' Theatre           | 30/01/2024 | 8,210.25     | 410.25         | 0%      | Yorkshire
G/05/23 | Tees "Green" CIC             | 30/01/2024 | 33,000.00    | (90.00)        | 12.5%   | North East`),
    {
      above: ['"Community Fund: awards 2023/24"', ''],
      below: [
        'Total,,,"208,709.75","(23,330.50)",,',
        '',
        '1. Adjustments in brackets are reductions.',
        '2. Match is the share found elsewhere.',
      ],
    },
  ),
]
