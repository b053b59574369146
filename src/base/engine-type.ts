const INTEGER = /^(U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER)$/
/** Whether values of this type of the engine are numbers for people: right-aligned, summed, plotted. */
export const isNumeric = (type: string) => INTEGER.test(type) || /^(DECIMAL|DOUBLE|FLOAT|REAL)/.test(type)
export const isInteger = (type: string) => INTEGER.test(type)
export const isTemporal = (type: string) => /^(DATE|TIME|TIMESTAMP)/.test(type)
