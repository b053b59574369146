import type { ConnectionEngine } from './connection.ts'

const CYLINDER =
  'M4.5 6.5c0-1.7 3.4-3 7.5-3s7.5 1.3 7.5 3-3.4 3-7.5 3-7.5-1.3-7.5-3zM4.5 6.5v11c0 1.7 3.4 3 7.5 3s7.5-1.3 7.5-3v-11'

/** Marks of sources, of our own drawing: paths on a 24 x 24 grid with strokes, and the series colour that they have. */
export const SOURCE_MARKS: Record<ConnectionEngine | 'file', { path: string; colour: 1 | 2 | 3 | 4 | 5 | 6 | 7 }> = {
  file: { path: 'M7 3.5h7l4 4v13H7zM14 3.5v4h4M10 12h5M10 16h5', colour: 7 },
  postgres: { path: `${CYLINDER}M9 13.5c0 2 1 3 3 3s3-1 3-3M9 13.5v-.1M15 13.5v-.1`, colour: 5 },
  mysql: { path: `${CYLINDER}M7.5 15c1.5-1.6 3-1.6 4.5 0s3 1.6 4.5 0`, colour: 2 },
  clickhouse: { path: 'M5 4v16M9.5 4v16M14 4v16M18.5 10v4', colour: 3 },
  sqlserver: { path: `${CYLINDER}M9 13h2.5v2.5H9zM12.8 13h2.4v2.5h-2.4z`, colour: 4 },
  sqlite: {
    path: 'M18.5 3.5c-6 1-9.5 6-10 13M8.5 16.5l-2 4M18.5 3.5c1 5-2.5 10-9.6 11M9.6 10.5l2.4 1M12 7.2l2.8 1.2',
    colour: 5,
  },
  snowflake: {
    path: 'M12 3v18M4.2 7.5l15.6 9M19.8 7.5l-15.6 9M9.8 4.6L12 6.5l2.2-1.9M9.8 19.4l2.2-1.9 2.2 1.9',
    colour: 2,
  },
  bigquery: { path: 'M8 4h8l4 8-4 8H8l-4-8zM9.5 15v-3M12 15V9M14.5 15v-4', colour: 1 },
  trino: {
    path: 'M12 20.5a5 5 0 100-10 5 5 0 000 10zM9.8 11V4.2c0-1 1.6-1 1.9 0l.6 4M14.2 11V5.2c0-1-1.4-1-1.7-.2',
    colour: 4,
  },
  url: {
    path: 'M12 20.5a8.5 8.5 0 100-17 8.5 8.5 0 000 17zM3.5 12h17M12 3.5c2.5 2.3 3.6 5.2 3.6 8.5s-1.1 6.2-3.6 8.5c-2.5-2.3-3.6-5.2-3.6-8.5s1.1-6.2 3.6-8.5z',
    colour: 1,
  },
  google_sheet: { path: 'M5.5 3.5h13v17h-13zM5.5 9h13M5.5 14.5h13M12 9v11.5', colour: 6 },
  s3: {
    path: 'M4.5 5.5c0-1.1 3.4-2 7.5-2s7.5.9 7.5 2-3.4 2-7.5 2-7.5-.9-7.5-2zM4.5 5.5l2 13.2c.3 2.4 10.7 2.4 11 0l2-13.2',
    colour: 3,
  },
  rest: {
    path: 'M9 4C7 4 6.5 5 6.5 6.5v3c0 1.5-1 2.5-2.5 2.5 1.5 0 2.5 1 2.5 2.5v3C6.5 19 7 20 9 20M15 4c2 0 2.5 1 2.5 2.5v3c0 1.5 1 2.5 2.5 2.5-1.5 0-2.5 1-2.5 2.5v3c0 1.5-.5 2.5-2.5 2.5',
    colour: 7,
  },
}
