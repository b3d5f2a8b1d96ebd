import { Link } from 'react-router'

import { Callout } from '#app/ui/callout.tsx'
import type { PublishProblem } from '#server/console/content/require-publishable.ts'

type ProblemsProps = {
	title: string
	problems: readonly PublishProblem[]
	/** True if the problems don't prevent publishing. */ isWarning?: boolean
}

export const Problems = ({ title, problems, isWarning = false }: ProblemsProps) => (
	<Callout tone={isWarning ? 'note' : 'danger'} role={isWarning ? 'note' : 'alert'} title={title}>
		<ul className="list-disc pl-5 wrap-anywhere">
			{problems.map(({ label, href, message }) => (
				<li key={`${label} ${message}`}>
					{href === null ? label : <Link to={href}>{label}</Link>}
					{`: ${message}`}
				</li>
			))}
		</ul>
	</Callout>
)
