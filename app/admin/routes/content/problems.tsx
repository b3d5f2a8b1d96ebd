import { Link } from 'react-router'

import { Callout } from '#app/ui/callout.tsx'
import type { Problem } from '#server/console/content/require-publishable.ts'

/** Problems found in the drafts, each with a link to its field. */
export const Problems = ({ title, problems }: { title: string; problems: readonly Problem[] }) => (
	<Callout tone="danger" role="alert" title={title}>
		<ul className="wrap-anywhere">
			{problems.map(({ label, href, message }) => (
				<li key={`${label} ${message}`}>
					{href === null ? label : <Link to={href}>{label}</Link>}
					{`: ${message}`}
				</li>
			))}
		</ul>
	</Callout>
)
