import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** Link used as a title. Underlined only on hover. */
export const TitleLink = ({ to, children }: { to: string; children: ReactNode }) => (
	<Link to={to} prefetch="intent" className="title-link">
		{children}
	</Link>
)
