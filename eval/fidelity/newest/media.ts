import { type Case, csv, json, ndjson } from '../case.ts'
import {
  COUNT,
  col,
  dated,
  days,
  encoded,
  flags,
  grouped,
  ids,
  inWords,
  key,
  minutes,
  moments,
  NUMBERED,
  part12,
  spans,
  texts,
  whole12,
  without,
  words,
} from '../columns.ts'
import { plain, rows, whole } from '../truth.ts'

const zulu = (row: number) => `${String(moments('').values[row]).replace(' ', 'T')}Z`
const games: Case[] = [
  csv('games: results that look like days', [
    days(
      'Date',
      inWords('en', (date, month, year) => `${date} ${month} ${year}`),
      7,
    ),
    col('Round', 'integer', (row) => row + 1, plain, NUMBERED),
    words('Home', ['Ajax', "Queen's Park", 'São Paulo']),
    words('Score', ['2-1', '10-3', '0-0', '3-2']),
    words('Half time', ['1:0', '4:2', '0:0', '1:1']),
    whole12('Attendance', 760, 1100, 58_000, grouped(',', '.', 0)),
    without(words('Red cards', ['Silva 88', "O'Neil 45+2"]), '', (row) => row % 3 !== 0),
  ]),
  csv('games: chess with halves and clocks', [
    key('GameId', (row) => `q7${(whole(row, 761, 50_000, 999_999) * 7).toString(36)}${row}`),
    words('White', ['mtal', 'judit76', 'ann_b']),
    words('Result', ['1-0', '0-1', '1/2-1/2']),
    words('ECO', ['B12', 'E60', 'C42']),
    whole12('WhiteElo', 762, 1200, 2700),
    words('TimeControl', ['300+3', '60+0', '5400+30']),
    minutes('UTC', 763, (value) => `${String(value).slice(0, 10).replaceAll('-', '.')} ${String(value).slice(11)}`),
    texts('Moves', ['1. e4 c6 2. d4 d5 { "Caro-Kann" }', '1. d4 Nf6, 2. c4 g6', '1. e4 e5']),
  ]),
]

const media: Case[] = [
  json(
    'media: videos of a channel with counts in quotes',
    [
      {
        columns: [
          key('id', (row) => `vid_${row}-Xq`),
          texts(['snippet_title', 'title'], ['How to prune', 'Q&A: your letters', '茶の淹れ方']),
          moments(['snippet_publishedAt', 'publishedAt']),
          {
            ...words(['contentDetails_duration', 'duration'], ['PT4M13S', 'PT1H2M', 'PT58S']),
            types: ['text', 'integer', 'other'],
            roles: ['dimension', 'text', 'measure'],
          },
          whole12(['statistics_viewCount', 'viewCount'], 772, 100, 900_000),
          without(whole12(['statistics_likeCount', 'likeCount'], 773, 1, 9000), '', (row) => row === 6),
        ],
        spare: /kind|etag|page/i,
      },
    ],
    {
      kind: 'youtube#videoListResponse',
      etag: 'x1',
      nextPageToken: 'CAwQAA',
      pageInfo: { totalResults: 431, resultsPerPage: COUNT },
      items: rows(COUNT, (row) => ({
        kind: 'youtube#video',
        etag: `e${row}`,
        id: `vid_${row}-Xq`,
        snippet: {
          title: texts('', ['How to prune', 'Q&A: your letters', '茶の淹れ方']).values[row],
          publishedAt: zulu(row),
        },
        contentDetails: { duration: ['PT4M13S', 'PT1H2M', 'PT58S'][row % 3] },
        statistics: {
          viewCount: String(whole(row, 772, 100, 900_000)),
          ...(row === 6 ? {} : { likeCount: String(whole(row, 773, 1, 9000)) }),
        },
      })),
    },
  ),
  csv(
    'media: listeners of a Taiwanese programme in Big5',
    [
      days(
        '日期',
        dated((year, month, date) => `${year}/${month}/${date}`),
        3,
      ),
      words('節目', ['早安台北', '音樂時間', '新聞']),
      whole12('收聽人數', 774, 1200, 88_000, grouped(',', '.', 0)),
      spans('平均時長', 775),
      flags('直播', '是', '否'),
    ],
    { newline: '\r\n' },
    { encode: encoded('big5') },
  ),
]

const STARS = ['Love it 😀', 'Crashes.\n\n"Error 12" every time', 'Gut, aber teuer; schade']
const logged = (row: number) => 9_007_199_254_740_993n + BigInt(row) * 1009n
const apps: Case[] = [
  csv('apps: reviews with versions', [
    key('Review ID', (row) => `gp:AOqpTO${row}x`),
    words('App Version', ['1.10', '2.3.1', '1.9', '2.10']),
    words('Language', ['en', 'de', 'nb', 'no']),
    moments('Submitted', (value) => `${String(value).replace(' ', 'T')}Z`),
    col('Star Rating', 'integer', (row) => whole(row, 780, 1, 5), plain, ['measure', 'dimension', 'code']),
    texts('Review Text', STARS),
    without(texts('Reply', ['Thanks!\r\nPlease update', 'Sorry']), '', (row) => row % 3 !== 1),
  ]),
  csv(
    'apps: rides and runs with a name twice',
    [
      ids('Activity ID', 8_514_203_311, 977_311),
      col(
        'Activity Date',
        'timestamp',
        (row) => String(moments('').values[row]),
        (value) => {
          const [date, time] = String(value).split(' ')
          const [hour, ...rest] = time!.split(':')
          const said = inWords('en', (of, month, year) => `${month} ${of}, ${year}`)(date!, 0)
          return `${said}, ${Number(hour) % 12 || 12}:${rest.join(':')} ${Number(hour) < 12 ? 'AM' : 'PM'}`
        },
      ),
      words('Activity Type', ['Ride', 'Run', 'Hike']),
      part12('Distance', 781, 3, 90, 2),
      without(whole12('Max Heart Rate', 782, 120, 192), '', (row) => row % 4 === 2),
      part12(['Distance_2', 'Distance 2', 'Distance_1', 'Distance 1'], 783, 3000, 9000, 1),
      flags('Commute', 'true', 'false'),
    ],
    {
      header: [['Activity ID', 'Activity Date', 'Activity Type', 'Distance', 'Max Heart Rate', 'Distance', 'Commute']],
    },
  ),
  json(
    'apps: issues with labels of each',
    [
      {
        columns: [
          ids('number', 118),
          texts('title', ['Wrong "sum"', 'Dark mode', 'Docs: typo']),
          words('user_login', ['asha', 'ben', 'carla']),
          without(words('assignee_login', ['dev']), '', (row) => row % 3 !== 1),
          moments('created_at'),
          texts('body', ['Steps:\r\n\r\n1. open', 'See #12, please', '```js\nlet a = "b"\n```']),
        ],
        spare: /labels|assignee/i,
      },
      {
        columns: [
          words(['name', 'labels_name'], ['bug', 'ui', 'help wanted'], COUNT * 2),
          words(['color', 'labels_color'], ['d73a4a', '0e8a16', '008672'], COUNT * 2),
        ],
        spare: /./,
      },
    ],
    rows(COUNT, (row) => ({
      number: 118 + row,
      title: texts('', ['Wrong "sum"', 'Dark mode', 'Docs: typo']).values[row],
      user: { login: ['asha', 'ben', 'carla'][row % 3] },
      assignee: row % 3 === 1 ? { login: 'dev' } : null,
      created_at: zulu(row),
      body: texts('', ['Steps:\r\n\r\n1. open', 'See #12, please', '```js\nlet a = "b"\n```']).values[row],
      labels: [0, 1].map((at) => ({
        name: ['bug', 'ui', 'help wanted'][(row * 2 + at) % 3],
        color: ['d73a4a', '0e8a16', '008672'][(row * 2 + at) % 3],
      })),
    })),
  ),
  {
    ...ndjson(
      'apps: posts with ids too long for a float',
      [
        [
          col('id', 'integer', (row) => String(logged(row)), plain, ['id', 'code']),
          moments('created_at'),
          texts('text', ['Tea ☕ & rain', 'line one\nline two', 'RT "@mia": yes']),
          whole12(['public_metrics_like_count', 'like_count'], 784, 0, 900),
          words('lang', ['en', 'hi', 'und']),
        ],
      ],
      [],
    ),
    bytes: () =>
      new TextEncoder().encode(
        rows(COUNT, (row) => {
          const rest = {
            created_at: zulu(row),
            text: texts('', ['Tea ☕ & rain', 'line one\nline two', 'RT "@mia": yes']).values[row],
            public_metrics: { like_count: whole(row, 784, 0, 900) },
            lang: ['en', 'hi', 'und'][row % 3],
          }
          return `{"id":${logged(row)},${JSON.stringify(rest).slice(1)}\n`
        }).join(''),
      ),
  },
]

export const MEDIA: Case[] = [...games, ...media, ...apps]
