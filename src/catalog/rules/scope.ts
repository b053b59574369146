/** Tables that an agent may use, by the names that the catalog shows: those of these sources, and these tables. */
export type Scope = { sources: string[]; tables: string[] }
