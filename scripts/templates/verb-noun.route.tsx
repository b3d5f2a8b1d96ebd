import { pageMeta } from '#app/shell/page-meta.ts'

const TITLE = 'Verb Noun'

export const meta = () => pageMeta({ title: TITLE, description: `${TITLE} at Launchway.`, path: '/verb-noun' })

export default function VerbNounRoute() {
	return (
		<div className="page py-16">
			<h1>{TITLE}</h1>
		</div>
	)
}
