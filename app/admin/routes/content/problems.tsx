import { Link } from 'react-router'

import { Callout } from '#app/ui/callout.tsx'
import { fileAddress } from '#contracts/console-paths.ts'
import type { Problem } from '#server/console/content/require-publishable.ts'

/** Problems found in the drafts, each with a link to its file. */
export const Problems = ({ title, problems }: { title: string; problems: readonly Problem[] }) => (
	<Callout tone="danger" role="alert" title={title}>
		<ul className="wrap-anywhere">
			{problems.map(({ path, place, message }) => (
				<li key={`${place} ${message}`}>
					{path === null ? place : <Link to={fileAddress(path)}>{place}</Link>}
					{`: ${message}`}
				</li>
			))}
		</ul>
	</Callout>
)
