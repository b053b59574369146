import { Icon } from './icon.tsx'
import { type ListQuery, listAddress } from './rules/list-address.ts'

type Props = {
  /** Address of the page, and what its list is shown by. */
  address: string
  shown: ListQuery
  label: string
  by: string
  /** Whether the list is in this order when nothing is chosen. */
  usual?: boolean
  num?: boolean
  /** That it begins with A. */
  text?: boolean
  /** Name of the order in the address, and the part of the page that the list is. */
  name?: string
  part?: string
}

/** Head of a column by which a list is ordered; a second click turns the order round. */
export const SortHead = ({ address, shown, label, by, usual, num, text, name = 'sort', part }: Props) => {
  const [desc, asc] = [by, `${by}_asc`]
  const sort = shown[name] || (usual ? desc : undefined)
  const order = sort === desc ? 'descending' : sort === asc ? 'ascending' : undefined
  const first = text ? asc : desc
  const next = sort === first ? (first === desc ? asc : desc) : first
  return (
    <th scope="col" class={num ? 'num' : undefined} aria-sort={order}>
      <a class="sort" href={`${listAddress(address, { ...shown, [name]: next })}${part ? `#${part}` : ''}`}>
        {label}
        {order && <Icon name="chevron" />}
      </a>
    </th>
  )
}
