import { Button } from '#app/ui/button.tsx'
import { Callout } from '#app/ui/callout.tsx'
import { SanitizedHtml } from '#app/ui/raw-html.tsx'

import type { SectionAddress } from './lesson-api.ts'
import { useSectionText } from './use-lesson.ts'

/** The text of a section without a lesson, from the server: the policy decides who reads it. */
export function SectionText({ section }: { section: SectionAddress }) {
	const query = useSectionText(section)
	if (query.data) return <SanitizedHtml className="prose" html={query.data.bodyHtml} />
	if (query.isPending)
		return (
			<p role="status" className="min-h-64">
				Loading the section…
			</p>
		)
	return (
		<Callout tone="danger" role="alert" title="The section could not be loaded">
			<p>Check your connection and try again. What you did so far is kept.</p>
			<Button variant="secondary" className="mt-3" pending={query.isFetching} onClick={() => void query.refetch()}>
				Try Again
			</Button>
		</Callout>
	)
}
