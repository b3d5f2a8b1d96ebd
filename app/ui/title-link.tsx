import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** Link as a title: underlined only under the pointer. */
export const TitleLink = ({ to, children }: { to: string; children: ReactNode }) => (
	<Link to={to} prefetch="intent" className="title-link">
		{children}
	</Link>
)
