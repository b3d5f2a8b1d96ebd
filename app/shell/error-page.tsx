import { useEffect, useState } from 'react'

import { Button, LinkButton } from '#app/ui/button.tsx'
import { reportProblem } from '#app/ui/report-problem.ts'
import { paths } from '#contracts/paths.ts'

/** Returns the ID that is logged with the error. */
function errorId(error: unknown): string {
	if (typeof error === 'object' && error !== null && 'requestId' in error && typeof error.requestId === 'string') return error.requestId
	return crypto.randomUUID().slice(0, 8)
}

export function ErrorPage({ error }: { error: unknown }) {
	const [id] = useState(() => errorId(error))
	useEffect(() => reportProblem(`Unexpected error ${id}`, error), [id, error])
	return (
		<div className="page grid min-h-[60vh] content-center justify-items-start gap-6 py-16">
			<h1>Unexpected Application Error!</h1>
			<p className="max-w-read">
				Something went wrong on this page. Anything you saved is safe. If it happens again, send us the number below.
			</p>
			<p>
				Error ID <code className="font-mono">{id}</code>
			</p>
			<div className="flex flex-wrap gap-4">
				<Button onClick={() => window.location.reload()}>Try again</Button>
				<LinkButton to={paths.home} variant="secondary">
					Back to Home
				</LinkButton>
			</div>
		</div>
	)
}
