import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { reading } from '../../../tests/support/reading.ts'
import { workbook } from '../../../tests/support/workbook.ts'
import { planColumn } from '../rules/column-type.ts'
import { IngestEngine } from './engine.ts'
import { readFile } from './read.ts'

/** A column: its name, its texts, the type that it gets, and its first value as the engine prints it. */
const COLUMNS: [name: string, texts: string, type: string, first: string | null][] = [
  // Days, months, quarters, weeks, moments.
  ['iso', '2024-01-05|2024-02-29|2023-12-31|2024-03-01', 'DATE', '2024-01-05'],
  ['release', 'Jun 12 1998|Aug 07 1998|May 01 2001|Dec 25 2010', 'DATE', '1998-06-12'],
  ['long_day', 'June 12, 1998|August 7, 1998|May 1, 2001|Sept. 3, 2004', 'DATE', '1998-06-12'],
  ['day_first', '12 Jun 1998|7 August 1998|1 May 2001|25 Dec 2010', 'DATE', '1998-06-12'],
  ['dashed', '12-Jun-98|07-Aug-98|01-May-01|25-Dec-10', 'DATE', '1998-06-12'],
  ['with_weekday', 'Fri, 12 Jun 1998|Friday, 7 Aug 1998|Tue, 1 May 2001|Sat, 25 Dec 2010', 'DATE', '1998-06-12'],
  ['month', '2024-01|2024-02|2023-12|2024-03', 'DATE', '2024-01-01'],
  ['month_slash', '01/2024|02/2024|12/2023|03/2024', 'DATE', '2024-01-01'],
  ['month_name', 'Jan 2024|February 2024|Dec 2023|Mar 2024', 'DATE', '2024-01-01'],
  ['quarter', '2024-Q1|2024-Q2|2023-Q4|2024-Q3', 'DATE', '2024-01-01'],
  ['quarter_first', 'Q2 2024|Q1 2024|Q4 2023|Q3 2024', 'DATE', '2024-04-01'],
  ['week', '2024-W05|2024-W06|2023-W52|2024-W07', 'DATE', '2024-01-29'],
  ['quarter_behind', '1Q2024|2Q2024|4T2023|3Q2024', 'DATE', '2024-01-01'],
  ['wk', '2024-05|2024-06|2023-52|2024-07', 'DATE', '2024-01-29'],
  ['period', '202401|202402|202312|202403', 'DATE', '2024-01-01'],
  ['reported', '2024M01|2024M02|2023M12|2024M03', 'DATE', '2024-01-01'],
  ['order_no', '202403010017|202403010018|202403010019|202403010020|202403010021', 'BIGINT', '202403010017'],
  ['vetés', '2024. 01. 31.|2024. 02. 01.|2023. 12. 31.|2024. 03. 01.', 'DATE', '2024-01-31'],
  ['datum', '31. 1. 2024|1. 2. 2024|31. 12. 2023|1. 3. 2024', 'DATE', '2024-01-31'],
  ['дата', '31 января 2024 г.|1 февраля 2024 г.|31 декабря 2023 г.|1 марта 2024 г.', 'DATE', '2024-01-31'],
  ['sas', '31JAN2024|01FEB2024|31DEC2023|01MAR2024', 'DATE', '2024-01-31'],
  [
    'printed',
    'Wed Jan 31 10:11:12 2024|Thu Feb  1 10:11:12 2024|Fri Mar 01 10:11:12 2024|Sat Mar 02 01:02:03 2024',
    'TIMESTAMP',
    '2024-01-31 10:11:12',
  ],
  [
    'mailed',
    'Wed, 31 Jan 2024 10:11:12 +0100|Thu, 1 Feb 2024 10:11:12 +0100|Fri, 1 Mar 2024 10:11:12 +0100|Sat, 2 Mar 2024 01:02:03 +0100',
    'TIMESTAMP',
    '2024-01-31 09:11:12',
  ],
  [
    'seen',
    'Wed Jan 31 2024 10:11:12 GMT+0100 (CET)|Thu Feb 01 2024 10:11:12 GMT+0100 (CET)|Fri Mar 01 2024 10:11:12 GMT+0100 (CET)|Sat Mar 02 2024 01:02:03 GMT+0100 (CET)',
    'TIMESTAMP',
    '2024-01-31 09:11:12',
  ],
  [
    'basic',
    '20240131T101112Z|20240201T101112+0100|20240301T101112Z|20240302T010203Z',
    'TIMESTAMP',
    '2024-01-31 10:11:12',
  ],
  ['shown', '20240131T1011|20240201T1011|20240301T1011|20240302T0102', 'TIMESTAMP', '2024-01-31 10:11:00'],
  ['journey', 'T40153|T40018|T40154|T10021', 'VARCHAR', 'T40153'],
  ['account', '4-1000|2-1320|1-1110|6-2100', 'VARCHAR', '4-1000'],
  ['sold on', 'Mar-03-24|Apr-17-24|Dec-31-23|Jan-05-24', 'DATE', '2024-03-03'],
  // Digits alone, which their name tells from numbers.
  ['messdatum', '2024013100|2024013113|2024020123|2023123106', 'TIMESTAMP', '2024-01-31 00:00:00'],
  ['anpfiff', '15.30|20.45|18.00|13.05', 'TIME', '15:30:00'],
  ['track date', '240301|240302|240303|231231', 'DATE', '2024-03-01'],
  ['fecha', '310124|010224|311223|010324', 'DATE', '2024-01-31'],
  ['data', '31012024|01022024|31122023|01032024', 'DATE', '2024-01-31'],
  ['hora', '0915|1430|0000|2359', 'TIME', '09:15:00'],
  ['utc time', '081502|143000|000000|235959', 'TIME', '08:15:02'],
  ['best lap', '1:23.456|1:24.001|1:22.9|1:02:03.5', 'DOUBLE', '83.456'],
  // Letters behind figures.
  ['gæster', '4人|12人|7人|30人', 'BIGINT', '4'],
  ['yield', '412 kg/da|388 kg/da|231 kg/da|395 kg/da', 'BIGINT', '412'],
  ['refund', '¥1,200|△¥120|¥98,000|△¥1,320', 'BIGINT', '1200'],
  ['weighed', '12.4071 g|2.1003 g|10.3068 g|-0.0003 g', 'DECIMAL(18,4)', '12.4071'],
  ['temp', '-18C|4C|12C|-20C', 'BIGINT', '-18'],
  ['drum', '40A|12A|7A|33A', 'VARCHAR', '40A'],
  ['geo latitude', '33.447888S|12.5N|0.25S|48.8566N', 'DOUBLE', '-33.447888'],
  ['longitud', '070.641O|3.70379E|0.1278O|139.6917E', 'DOUBLE', '-70.641'],
  ['Länge', '13.4050O|9.9937O|0.1278W|11.5820O', 'DECIMAL(18,4)', '13.4050'],
  ['till', '4:36:29 PM|7:01:23 AM|12:26:19 PM|6:46:52 PM', 'TIME', '16:36:29'],
  // A word that comes again among figures is no figure.
  ['marks', 'AB|71|64|88|ab|59|92|47|80|66', 'BIGINT', null],
  ['measured', '1.5±0.2|2.5±0.1|3.5±0.2|4.5±0.3', 'DECIMAL(18,1)', '1.5'],
  ['compact_date', '20240131|20240201|20231231|20240301', 'DATE', '2024-01-31'],
  ['created_at', '1700000000|1700000360|1690000000|1710000000', 'TIMESTAMP', '2023-11-14 22:13:20'],
  ['updated_ms', '1700000000123|1700000360000|1690000000000|1710000000000', 'TIMESTAMP', '2023-11-14 22:13:20.123'],
  [
    'event_timestamp',
    '1700000000123|1700000360000|1690000000000|1710000000000',
    'TIMESTAMP',
    '2023-11-14 22:13:20.123',
  ],
  ['population', '1700000000|1700000360|1690000000|1710000000', 'BIGINT', '1700000000'],
  [
    'recorded in the States',
    '3/1/2024 7:05:00 AM|3/1/2024 12:15:30 PM|3/2/2024 9:45:00 PM|4/5/2024 1:00:00 AM',
    'TIMESTAMP',
    '2024-03-01 07:05:00',
  ],
  [
    'moment',
    'Jun 12 1998 3:04 PM|Aug 7 1998 11:00 AM|May 1 2001 1:30 PM|Dec 25 2010 9:15 AM',
    'TIMESTAMP',
    '1998-06-12 15:04:00',
  ],
  [
    'answered',
    '2024/03/05 10:11:12 AM GMT+1|2024/03/05 1:00:00 PM GMT+5:30|2024/07/05 9:11:12 AM GMT-4|2024/03/05 10:11:12 AM GMT',
    'TIMESTAMP',
    '2024-03-05 09:11:12',
  ],
  [
    'sent',
    '5.3.2024 10:11 MEZ|15.3.2024 10:11 MEZ|5.7.2024 10:11 MESZ|6.7.2024 9:00 MESZ',
    'TIMESTAMP',
    '2024-03-05 09:11:00',
  ],
  [
    'paid',
    '2024-03-05 10:11:12 +0100|2024-03-06 10:11:12 +0100|2024-07-05 10:11:12 +0200|2024-07-06 10:11:12 +0200',
    'TIMESTAMP',
    '2024-03-05 09:11:12',
  ],
  [
    'called',
    'Mar 5, 2024 6:11 PM PST|Mar 6, 2024 6:11 PM PST|Jul 5, 2024 6:11 PM PDT|Jul 6, 2024 6:11 PM PDT',
    'TIMESTAMP',
    '2024-03-06 02:11:00',
  ],
  ['few_points', 'disqualified|98|120|77', 'BIGINT', null],
  ['european', '31.12.2023|01.02.2024|15.03.2024|02.01.2024', 'DATE', '2023-12-31'],
  ['german_date', '12. März 2024|3. Mai 2024|1. Dezember 2023|24. Oktober 2022', 'DATE', '2024-03-12'],
  [
    'german_day',
    'Dienstag, 12. März 2024|Mo, 6. Mai 2024|Fr., 1. Dez. 2023|Montag, 24. Oktober 2022',
    'DATE',
    '2024-03-12',
  ],
  ['french', '12 mars 2024|1er août 2024|3 févr. 2023|24 décembre 2022', 'DATE', '2024-03-12'],
  ['spanish', '12 de marzo de 2024|1 de enero de 2024|3 de agosto de 2023|24 dic 2022', 'DATE', '2024-03-12'],
  ['hindi', '12 maarch 2024|1 janvari 2024|3 agast 2023|24 disambar 2022', 'DATE', '2024-03-12'],
  ['ordinal', 'March 1st, 2024|April 2nd, 2024|May 23rd 2024|June 4th, 2024', 'DATE', '2024-03-01'],
  ['ordinal_first', '1st of March 2024|2nd April 2024|23rd May 2024|4th Jun 2024', 'DATE', '2024-03-01'],
  ['monat', 'März 2024|Mai 2024|Dez. 2023|Oktober 2022', 'DATE', '2024-03-01'],
  ['mes', 'enero de 2024|mayo de 2024|dic 2023|octubre 2022', 'DATE', '2024-01-01'],
  ['short_month', 'Mar-24|Apr-24|May-24|Jun-24', 'DATE', '2024-03-01'],
  ['short_month_quote', "Mar'24|Apr'24|May'24|Jun'24", 'DATE', '2024-03-01'],
  ['year_month', '23-Nov|23-Dec|24-Jan|24-Feb', 'DATE', '2023-11-01'],
  ['report_month', 'Mar-21|Mar-22|Mar-23|Mar-24', 'DATE', '2021-03-01'],
  ['birthday', 'Mar-24|Apr-15|Jun-03|Dec-30', 'VARCHAR', 'Mar-24'],
  ['day_of_year', '24-Mar|15-Apr|03-Jun|30-Dec', 'VARCHAR', '24-Mar'],
  ['order_word', 'Order 12 March 2024|Order 3 May 2024|x|y', 'VARCHAR', 'Order 12 March 2024'],
  // Times of day and durations.
  ['opens', '09:05|14:30|08:00|23:59', 'TIME', '09:05:00'],
  ['opens_us', '9:05 AM|2:30 pm|8:00 AM|11:59 PM', 'TIME', '09:05:00'],
  ['duration', '1:30:00|0:45:10|2:00:05|0:00:59', 'BIGINT', '5400'],
  ['length', '3:45|4:07|2:58|12:01', 'BIGINT', '225'],
  ['lap_time_split', '59:30|1:02:10|58:44|57:01', 'BIGINT', '3570'],
  ['überstunden', '-0:45|+12:10|0:00|+3:25', 'BIGINT', '-2700'],
  ['gap', '-1:02.250|+0:01.004|+1:10.5|+0:00.9', 'DOUBLE', '-62.25'],
  ['utc offset', '+05:30|-03:00|+00:00|+09:00', 'VARCHAR', '+05:30'],
  ['rückstand', '+0:07|+1:12|+2:46|+10:01', 'BIGINT', '7'],
  ['preis', '1.200 €|890 €|15.300 €|410 €', 'BIGINT', '1200'],
  ['litre', '1.459 €|1.509 €|2 €|1.489 €', 'DECIMAL(18,3)', '1.459'],
  ['luftdruck', '1.013 hPa|998 hPa|1.021 hPa|989 hPa', 'BIGINT', '1013'],
  ['veränderung', '±0,00 %|+0,42 %|-1,10 %|+2,05 %', 'DECIMAL(18,2)', '0.00'],
  ['sides', '3:0|12:10|14:7|0:2', 'VARCHAR', '3:0'],
  ['goals', '31:8|22:19|17:30|9:41', 'VARCHAR', '31:8'],
  ['duration of shift', '7:30|8:15|6:45|7:05', 'BIGINT', '27000'],
  ['Score', '11:08|14:12|09:15|21:19', 'VARCHAR', '11:08'],
  ['finish', '02:41:09|03:15:40|04:02:11|05:30:05', 'BIGINT', '9669'],
  ['talk time', '0:41|3:15|12:02|1:09', 'BIGINT', '41'],
  ['night_shift_start', '02:41:09|03:15:40|04:02:11|05:30:05', 'TIME', '02:41:09'],
  ['logged', '02:41:00|03:15:00|04:02:00|05:30:00', 'TIME', '02:41:00'],
  ['doors', '9:45|10:07|8:58|12:01', 'TIME', '09:45:00'],
  ['dt', '1700000000|1700000360|1690000000|1710000000', 'TIMESTAMP', '2023-11-14 22:13:20'],
  ['unix_time', '1700000000.25|1700000360.5|1690000000|1710000000.123456', 'TIMESTAMP', '2023-11-14 22:13:20.25'],
  ['epoch_s', '1700000000|1700000360|1690000000|1710000000', 'TIMESTAMP', '2023-11-14 22:13:20'],
  [
    'seen_us',
    '1700000000123456|1700000360000000|1690000000000000|1710000000000000',
    'TIMESTAMP',
    '2023-11-14 22:13:20.123456',
  ],
  [
    'ts_ns',
    '1700000000123456000|1700000360000000000|1690000000000000000|1710000000000000000',
    'TIMESTAMP',
    '2023-11-14 22:13:20.123456',
  ],
  ['sold', '2024-01-31|01-02-2024|2023-12-31|15-03-2024', 'DATE', '2024-01-31'],
  ['settled', '31.01.2024|2024-02-01 10:11|31.12.2023|2024-03-01', 'TIMESTAMP', '2024-01-31 00:00:00'],
  ['trip', '26:30:00|00:45:10|02:00:05|100:00:59', 'BIGINT', '95400'],
  ['taken', '1h 30m|45m|2 hours 5 min|90s', 'BIGINT', '5400'],
  ['iso_span', 'PT1H30M|PT45M|P1DT2H|PT10S', 'BIGINT', '5400'],
  ['wait', '90 min|5 min|12 min|7 minutes', 'BIGINT', '90'],
  // Numbers and what is written around them.
  ['change', '+13%|-2%|+0.5%|0%', 'DECIMAL(18,1)', '13.0'],
  ['share', '13.5 %|2 %|0.5 %|100 %', 'DECIMAL(18,1)', '13.5'],
  ['delta', '+13|-2|+5|0', 'BIGINT', '13'],
  ['booked', '(1,234.50)|20.00|5.25|(7.00)', 'DECIMAL(18,2)', '-1234.50'],
  ['sap', '1,234.50-|20.00|5.25|7.00-', 'DECIMAL(18,2)', '-1234.50'],
  ['minus', '−5|3|−7.5|2', 'DECIMAL(18,1)', '-5.0'],
  ['dollars', '$1,234.50|$20.00|$5.25|-$7.00', 'DECIMAL(18,2)', '1234.50'],
  ['dollars_booked', '($1,234.50)|$20.00|$5.25|$7.00', 'DECIMAL(18,2)', '-1234.50'],
  ['euros', '1.234,50 €|20,00 €|5,25 €|7,00 €', 'DECIMAL(18,2)', '1234.50'],
  ['coded', 'USD 1,234.50|USD 20.00|USD 5.25|USD 7.00', 'DECIMAL(18,2)', '1234.50'],
  ['coded_behind', '1234.50 CHF|20.00 CHF|5.25 CHF|7.00 CHF', 'DECIMAL(18,2)', '1234.50'],
  ['rupees', '₹1,23,456|₹20|₹5,00,000|₹7', 'BIGINT', '123456'],
  ['rs', 'Rs. 1,23,456|Rs. 20|Rs. 5,00,000|Rs. 7', 'BIGINT', '123456'],
  ['several_currencies', '$5|€7|£9|₹3', 'VARCHAR', '$5'],
  ['swiss', "1'234.50|20.00|5.25|12'345.00", 'DECIMAL(18,2)', '1234.50'],
  ['spaced', '1 234.50|20.00|5.25|12 345.00', 'DECIMAL(18,2)', '1234.50'],
  ['german', '1.234,5|20,0|5,2|7,1', 'DECIMAL(18,1)', '1234.5'],
  ['grouped', '1,234|20|5,000|7', 'BIGINT', '1234'],
  ['lakh', '1,23,456|20|5,00,000|7', 'BIGINT', '123456'],
  ['weight', '12 kg|7.5 kg|80 kg|3 kg', 'DECIMAL(18,1)', '12.0'],
  ['warmth', '21.5 °C|-3 °C|0 °C|18 °C', 'DECIMAL(18,1)', '21.5'],
  ['人数', '4名|11名|2名|1名', 'BIGINT', '4'],
  ['件数', '3件|12件|5件|7件', 'BIGINT', '3'],
  ['인원', '3명|12명|4명|9명', 'BIGINT', '3'],
  ['участников', '3 чел.|12 чел.|1 чел.|8 чел.', 'BIGINT', '3'],
  ['部屋', '3階|2階|5階|1階', 'VARCHAR', '3階'],
  ['mixed_sizes', '5 kg|300 mg|2 kg|7 km', 'VARCHAR', '5 kg'],
  ['noted', '12 (est.)|15|9|20 (revised)', 'BIGINT', '12'],
  ['marked', '12*|15|9†|20', 'BIGINT', '12'],
  ['about', '~12|15|c. 9|20', 'BIGINT', '12'],
  ['footnoted', '12[1]|15[2]|9|20', 'BIGINT', '12'],
  ['scale', '1 (low)|2 (high)|1 (low)|2 (high)', 'VARCHAR', '1 (low)'],
  ['tiny', '1e-5|2.5e-7|3e2|1', 'DOUBLE', '1e-05'],
  ['exact', '0.123456|0.2|0.3|0.4', 'DOUBLE', '0.123456'],
  ['revenue', '1.2M|800k|950|3.45M', 'BIGINT', '1200000'],
  ['funding', '$1.2M|$800K|$2.5B|$40K', 'BIGINT', '1200000'],
  ['umsatz', '3,4 Mio. €|12 Mio. €|1,25 Mrd. €|800 Tsd. €', 'BIGINT', '3400000'],
  ['umsatz_eur', '3,4 Mio|12 Mio|1,25 Mrd|800 Tsd', 'BIGINT', '3400000'],
  ['worth', '1.5 bn|2 bn|0.75 bn|12 million', 'BIGINT', '1500000000'],
  ['gross', '1 lakh|2.3 crore|50 lakh|75,000', 'BIGINT', '100000'],
  ['outlay', '₹2.3 Cr|₹1,20,000|₹45 lakh|₹5 Cr', 'BIGINT', '23000000'],
  ['loss', '(1.2M)|3M|-2M|1.255M', 'BIGINT', '-1200000'],
  ['tenor', '3M|6M|12M|24M', 'VARCHAR', '3M'],
  ['resolution', '2K|4K|8K|4K', 'VARCHAR', '2K'],
  ['seat', '12B|13A|14C|15B', 'VARCHAR', '12B'],
  ['lakh_parts', '1,23,456.50|20.25|5,00,000.00|7.75', 'DECIMAL(18,2)', '123456.50'],
  // Codes, numbers of people and places: never numbers where a digit would be lost.
  ['zip', '01234|80331|10115|20095', 'VARCHAR', '01234'],
  ['zip_plus', '94110-1234|80331|10115|20095', 'VARCHAR', '94110-1234'],
  ['fips', '01001|06037|36061|48201', 'VARCHAR', '01001'],
  ['phone', '+49 30 1234567|+1 415 555 2671|+91 98765 43210|+33 1 42 68 53 00', 'VARCHAR', '+49 30 1234567'],
  ['call', '+493012345678|+14155552671|+919876543210|+33142685300', 'VARCHAR', '+493012345678'],
  ['phone_us', '(415) 555-2671|(212) 555-0100|(305) 555-0199|(650) 555-0123', 'VARCHAR', '(415) 555-2671'],
  ['mobile', '98765 43210|91234 56789|99887 76655|90000 11111', 'VARCHAR', '98765 43210'],
  [
    'card',
    '12345678901234567890|22345678901234567890|32345678901234567890|42345678901234567890',
    'VARCHAR',
    '12345678901234567890',
  ],
  ['fax', '45.2|3.1|7.0|1.5', 'DECIMAL(18,1)', '45.2'],
  ['sku', 'A-17|B-22|C-01|D-99', 'VARCHAR', 'A-17'],
  ['version', '1.2.3|1.10.0|2.0.1|3.4.5', 'VARCHAR', '1.2.3'],
  ['address', '10.0.0.1|192.168.1.7|8.8.8.8|127.0.0.1', 'VARCHAR', '10.0.0.1'],
  ['span', '10-20|20-30|30-40|40-50', 'VARCHAR', '10-20'],
  ['since', '2015-|2019-|2020-|2021-', 'VARCHAR', '2015-'],
  ['decade', '1990s|2000s|1980s|2010s', 'VARCHAR', '1990s'],
  ['size', 'S|M|L|XL', 'VARCHAR', 'S'],
  ['grade', '5th|6th|7th|8th', 'VARCHAR', '5th'],
  // Words.
  ['agreed', 'ja|nein|ja|nein', 'VARCHAR', 'ja'],
  ['flag', 'true|false|TRUE|False', 'BOOLEAN', 'true'],
  ['mail', 'a@b.de|c@d.org|e@f.net|g@h.in', 'VARCHAR', 'a@b.de'],
  ['page', 'https://a.de/1|http://b.org|https://c.net/x?y=1|https://d.in', 'VARCHAR', 'https://a.de/1'],
  ['title', 'Titanic|1917|Up|300', 'VARCHAR', 'Titanic'],
  ['country', 'India|Germany|France|Spain', 'VARCHAR', 'India'],
  ['latitude', '52.52|48.13|-33.86|19.07', 'DECIMAL(18,2)', '52.52'],
  ['month_word', 'Jan|Feb|Mar|Apr', 'VARCHAR', 'Jan'],
  ['year', '2019|2020|2021|2022', 'BIGINT', '2019'],
]

const names = COLUMNS.map(([name]) => name)
const rows = [0, 1, 2, 3].map((at) => COLUMNS.map(([, texts]) => texts.split('|')[at]!))
const quoted = (text: string) => `"${text}"`
/** A workbook has 26 columns a sheet here: what is wider is cut into sheets. */
const SHEET = 26
const sheets = Array.from({ length: Math.ceil(names.length / SHEET) }, (_, at) => ({
  name: `s${at}`,
  rows: [names, ...rows].map((row) => row.slice(at * SHEET, (at + 1) * SHEET)),
}))
const FILES: Record<string, string | Uint8Array> = {
  CSV: [names, ...rows].map((row) => row.map(quoted).join(',')).join('\n'),
  JSON: JSON.stringify(rows.map((row) => Object.fromEntries(row.map((text, at) => [names[at]!, text])))),
  XLSX: workbook(sheets),
}

/** Type and first value of each column, and what is kept beside it. */
async function read(content: string | Uint8Array) {
  const dir = mkdtempSync(join(tmpdir(), 'types-'))
  await Bun.write(`${dir}/upload`, content)
  const engine = await IngestEngine.open({ dir, memoryMb: 512, threads: 2 })
  const limits = { inflatedBytes: 5_000_000, ratio: 200, entries: 2000, cells: 1_000_000 }
  const found: Record<string, [type: string, first: unknown]> = {}
  try {
    const { tables } = await readFile({ engine, path: `${dir}/upload`, limits, progress() {} })
    for (const { path, columns } of tables) {
      const [first] = await engine.rows(`select columns(*)::varchar from ${await engine.relation(path)} limit 1`)
      for (const [at, { name, type }] of columns.entries()) found[name] = [type, first![at]]
    }
    return found
  } finally {
    engine.close()
    rmSync(dir, { recursive: true, force: true })
  }
}

const BESIDE = ['marks', 'measured', 'noted', 'marked', 'about', 'footnoted', 'few_points']

test.each(Object.keys(FILES))('the same texts give the same columns in %s', async (format) => {
  const found = await read(FILES[format]!)
  const expected = Object.fromEntries(COLUMNS.map(([name, , type, first]) => [name, [type, first]]))
  const beside = BESIDE.map((name) => {
    const [, texts] = COLUMNS.find(([one]) => one === name)!
    return [`${name}_as_written`, ['VARCHAR', texts.split('|')[0]]]
  })
  expect(found).toEqual({ ...expected, ...Object.fromEntries(beside) })
})

/** A file each way: what stands in brackets is below nought as accounts write it, or a number with a note. */
const BRACKETS: [file: string, text: string, found: Record<string, [type: string, first: unknown]>][] = [
  [
    'estimated radii',
    'radius,symbol\n(145),Pm\n37,H\n152,Li\n(98.5),Tc\n(1.234),X\n112,Be',
    { radius: ['DECIMAL(18,3)', '145.000'], radius_as_written: ['VARCHAR', '(145)'], symbol: ['VARCHAR', 'Pm'] },
  ],
  [
    'years of which some are guessed, and days late',
    'born,late\n(1902),(3)\n1911,4\n1899,0\n1920,7',
    {
      ...{ born: ['BIGINT', '1902'], born_as_written: ['VARCHAR', '(1902)'] },
      ...{ late: ['BIGINT', '3'], late_as_written: ['VARCHAR', '(3)'] },
    },
  ],
  ['a name of money', 'Net income\n(145)\n37\n152\n112', { 'Net income': ['BIGINT', '-145'] }],
  [
    'a period of a statement',
    'item,2023\nDepreciation,(145)\nSales,370\nOther,15\nTax,12',
    { item: ['VARCHAR', 'Depreciation'], '2023': ['BIGINT', '-145'] },
  ],
  ['a currency', 'x\n($145)\n$37\n$152\n$112', { x: ['BIGINT', '-145'] }],
  [
    'thousands in another bracket',
    'x,y\n(145),a\n37,b\n"(1,152)",c\n112,d',
    { x: ['BIGINT', '-145'], y: ['VARCHAR', 'a'] },
  ],
  ['two decimals', 'x\n(145.50)\n37.00\n152.25\n112.00', { x: ['DECIMAL(18,2)', '-145.50'] }],
  [
    'another column of accounts',
    'x,y\n(145),(1.50)\n37,2.50\n152,3.25\n112,4.00',
    { x: ['BIGINT', '-145'], y: ['DECIMAL(18,2)', '-1.50'] },
  ],
]

test.each(BRACKETS)('numbers in brackets: %s', async (_, text, expected) => {
  expect(await read(text)).toEqual(expected)
})

test.each([
  ['a point groups thousands beside decimal commas', 'n;share\n70.542;15,8\n891;4,5\n21.116;7,6\n', '70542'],
  ['a point is that of decimals by itself', 'n;share\n70.542;15\n891;4\n21.116;7\n', '70.542'],
  ['a point is that of decimals beside others', 'n;share\n70.542;15.25\n89.1;4.5\n21.116;7.5\n', '70.542'],
  ['a comma groups thousands beside decimal points', 'n;share\n70,542;15.8\n891;4.5\n21,116;7.6\n', '70542'],
  ['a comma is that of decimals by itself', 'n;share\n70,542;15\n891;4\n21,116;7\n', '70.542'],
])('%s', async (_, text, first) => expect((await read(text)).n?.[1]).toBe(first))

test.each([
  [
    'days in digits, where many values are nothing else',
    '20240131|20240201|20231231|20240301|20240302',
    'Messung',
    'date',
  ],
  ['a few such numbers', '20240131|20240201|20231231', 'Messung', 'integer'],
  ['a number that is no day', '20240131|20240201|20231231|20240301|20240399', 'Messung', 'integer'],
  ['names of classes, one of which is a word', '1|2|K|3|4|K|5|6|7|8|9|10', 'class', 'text'],
  ['rates, and a word where none is due', '10,8|10,8|16,5|14,4|isento|27,5|9,5|isento|25,2', 'II', 'decimal'],
  ['the same word in most rows', '10,8|free|16,5|free|free|27,5|free|9,5|free|25,2', 'rate', 'text'],
  ['words that say in many languages that there is none', '12|NIL|brak danych|нет данных|欠測|7|k. A.', 'x', 'integer'],
  ['numbers of trains and a word', '1|2|3|express|express|4|5|6', 'line', 'text'],
  ['six digits that are no days', '240301|249999|240303', 'date', 'integer'],
  ['six digits of a number', '240301|240302|240303', 'order', 'integer'],
  ['four digits that are no times of day', '1915|2430|1000', 'time', 'integer'],
  ['figures among which a word comes again', '71|64|88|AB|59|92|AB|47|80|66', 'marks', 'integer'],
  ['sizes', 'S|M|L|38|40|42|44|46|48|50|52|54', 'size', 'text'],
])('%s', (_, texts, name, kind) => expect(planColumn(texts.split('|'), ',', {}, name).kind).toBe(kind as never))

test.each([
  ['item', '1|1.1|1.2|2|2.1|2.1.1|3', 'text'],
  ['step of a tenth', '1|1.1|1.2|1.3|1.4|1.5', 'decimal'],
  ['size', '1|1.1|1.5|2|2.2', 'decimal'],
  ['part', '1.1|1.2|2.1|2.2', 'text'],
  ['oral (/20)', '12|14|abs|9|17|ill|11|16', 'integer'],
  ['class', '12|14|abs|9|17|ill|11|16', 'text'],
])('numbers of parts follow each other, and points are out of so many: %s', (name, texts, kind) => {
  expect(planColumn(texts.split('|'), ',', {}, name).kind).toBe(kind as never)
})

test.each([
  ['days in three ways', 'n,x\n1,2024-03-05\n2,06/03/2024\n3,7 Mar 2024\n4,19/03/2024\n', 'DATE', '2024-03-06'],
  ['days with different signs', 'n,x\n1,2024-06-03\n2,03/05/2024\n3,14.05.2024\n', 'DATE', '2024-05-03'],
  ['times of which some take no minute', 'n,x\n1,1:02.34\n2,59.87\n3,2:14.55\n', 'DOUBLE', '59.87'],
  ['marks of footnotes behind decimals', 'n,x\n1,4.8\n2,6.3a\n3,1.6\n4,2.7\n', 'DECIMAL(18,1)', '6.3'],
  ['marks of footnotes behind years', 'n,x\n1,2022\n2,2021b\n3,2022\n4,2020\n', 'BIGINT', '2021'],
  ['codes with a letter', 'n,x\n1,1.1a\n2,1.1b\n3,1.2a\n4,1.3\n', 'VARCHAR', '1.1b'],
  [
    'a comma with three digits behind it, beside points that group',
    'n;x;y\n1;2.400,000;0,000\n2;96,000;10,000-\n3;62,500;1,000\n',
    'DECIMAL(18,3)',
    '96.000',
  ],
])('%s', async (_, text, type, second) => {
  const { rows, names, types } = (await reading(text)).tables[0]!
  expect([types.x, rows[1]![names.indexOf('x')]]).toEqual([type, second])
})
