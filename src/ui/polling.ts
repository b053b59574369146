/** Attributes of an element that draws itself again every two seconds while something goes on. @param id its own */
export const polling = (isBusy: boolean, address: string, id: string) =>
  isBusy ? { 'hx-get': address, 'hx-trigger': 'every 2s', 'hx-select': `#${id}`, 'hx-swap': 'outerHTML' } : {}
