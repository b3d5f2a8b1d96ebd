import { Link, useLocation } from 'react-router'

type PagerProps = {
	/** Link to the next page, from the server's `toPage`; null on the last page. */
	next: string | null
	name?: string
	/** Labels of the page links, for lists with special sort orders. */
	words?: readonly [first: string, next: string] | undefined
}

/** Links to the first and the next page, which keep the filters. Renders nothing if there is only one page. */
export function Pager({ next, name = 'before', words }: PagerProps) {
	const { pathname, search } = useLocation()
	const asked = new URLSearchParams(search)
	const [first, more] = words ?? (asked.has('sort') ? ['First page', 'Next page'] : ['Newest', 'Older'])
	const isFirst = !asked.has(name)
	if (isFirst && next === null) return null
	const linkTo = (cursor: string | null) => {
		const query = new URLSearchParams(asked)
		query.delete('notice')
		query.delete(name)
		if (cursor !== null) query.set(name, cursor)
		return query.size > 0 ? `${pathname}?${query.toString()}` : pathname
	}
	return (
		<nav aria-label="Pages" className="flex gap-6">
			{!isFirst && <Link to={linkTo(null)}>{first}</Link>}
			{next !== null && <Link to={linkTo(next)}>{more}</Link>}
		</nav>
	)
}
