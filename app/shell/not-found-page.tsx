import { useEffect } from 'react'
import { useLocation } from 'react-router'

import { LinkButton } from '#app/ui/button.tsx'
import { InlineScript } from '#app/ui/raw-html.tsx'
import { reportProblem } from '#app/ui/report-problem.ts'

import { useSite } from './site.ts'

/** Logs the missing page on server-rendered pages. After client-side navigation, the effect below logs it instead. */
const LOG_SCRIPT = `console.error("404: no page at",location.pathname)`

export function NotFoundPage() {
	const { pathname } = useLocation()
	const { notFound: words } = useSite()
	useEffect(() => {
		reportProblem(`404: no page at ${pathname}`)
	}, [pathname])
	return (
		<div className="page grid min-h-[60vh] content-center gap-6 py-16">
			<p className="text-4xl font-semibold text-accent-ink" aria-hidden="true">
				404
			</p>
			<h1>{words.title}</h1>
			<p className="max-w-read text-lg">{words.text}</p>
			<div className="flex flex-wrap gap-4">
				{words.links.map((link, index) => (
					<LinkButton key={link.href} to={link.href} variant={index === 0 ? 'primary' : 'secondary'}>
						{link.label}
					</LinkButton>
				))}
			</div>
			<InlineScript code={LOG_SCRIPT} />
		</div>
	)
}
