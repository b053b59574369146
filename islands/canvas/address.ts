/** The filters that the address of the page sets, as the server reads them. */
export const addressFilters = (): string => new URLSearchParams(location.search).get('filters') ?? ''
