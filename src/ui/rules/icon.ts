/** Our icons: paths on a 24 x 24 grid, drawn with strokes. Shared by pages and islands. */
export const ICONS = {
  check: 'M5 12.5l4.5 4.5L19 7.5',
  cross: 'M6 6l12 12M18 6L6 18',
  plus: 'M12 5v14M5 12h14',
  chevron: 'M7 10l5 5 5-5',
  next: 'M10 7l5 5-5 5',
  arrow: 'M5 12h14M13 6l6 6-6 6',
  menu: 'M4 7h16M4 12h16M4 17h16',
  info: 'M12 21a9 9 0 100-18 9 9 0 000 18zM12 11v5M12 7.6v.1',
  warning: 'M12 4.5L2.8 20h18.4L12 4.5zM12 10.5v4M12 17.2v.1',
  error: 'M12 21a9 9 0 100-18 9 9 0 000 18zM12 7.5v5M12 16v.1',
  success: 'M12 21a9 9 0 100-18 9 9 0 000 18zM8.5 12.3l2.4 2.4 4.6-5',
  sun: 'M12 16a4 4 0 100-8 4 4 0 000 8zM12 3v1.5M12 19.5V21M3 12h1.5M19.5 12H21M5.6 5.6l1.1 1.1M17.3 17.3l1.1 1.1M18.4 5.6l-1.1 1.1M6.7 17.3l-1.1 1.1',
  moon: 'M20 14.5A8.5 8.5 0 019.5 4a8.5 8.5 0 1010.5 10.5z',
  system: 'M4 5h16v11H4zM9 20h6M12 16v4',
  user: 'M12 12a4 4 0 100-8 4 4 0 000 8zM4.5 20.5c1-3.6 4-5.5 7.5-5.5s6.5 1.9 7.5 5.5',
  gear: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 9.5a2.5 2.5 0 100-5 2.5 2.5 0 000 5zM9 19.5a2.5 2.5 0 100-5 2.5 2.5 0 000 5z',
  leave: 'M14 4H6v16h8M11 12h9M17 8.5l3.5 3.5-3.5 3.5',
  building: 'M5 20.5V4h9v16.5M14 9.5h5v11M3 20.5h18M8 8h3M8 12h3M8 16h3',
  table: 'M4 5h16v14H4zM4 10h16M10 10v9',
  chat: 'M4 5h16v11H11l-4.5 4v-4H4z',
  chart: 'M4 20h16M7 16v-5M12 16V6M17 16v-8',
  gauge: 'M4.5 18.5a9 9 0 1115 0M12 14l4-5M12 14v.1',
  file: 'M7 3.5h7l4 4v13H7zM14 3.5v4h4',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 017 0v3',
  search: 'M11 17a6 6 0 100-12 6 6 0 000 12zM15.5 15.5L20 20',
  credit:
    'M12 21a9 9 0 100-18 9 9 0 000 18zM9 9.5c.5-1.3 1.6-2 3-2 1.7 0 3 .9 3 2.3 0 3-6 1.7-6 4.6 0 1.3 1.3 2.1 3 2.1 1.5 0 2.6-.7 3-2',
} as const

export type IconName = keyof typeof ICONS
