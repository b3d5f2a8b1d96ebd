import { Link } from 'react-router'

import { Callout } from '#app/ui/callout.tsx'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { paths } from '#contracts/paths.ts'
import type { readPublishPage } from '#server/console/content/read-publish.ts'
import type { readNextStep } from '#server/console/setup/read-first-steps.ts'

type Loaded = NonNullable<Awaited<ReturnType<typeof readPublishPage>>['published']>
type Text = Loaded['texts'][number]

const MAX_OPEN = 6

const Texts = ({ texts }: { texts: readonly Text[] }) => (
	<ul className="wrap-anywhere">
		{texts.map(({ path, title, page, isDeleted }) => (
			<li key={path}>
				{title}
				{page !== null && (
					<>
						{' '}
						<a href={page}>
							View page<span className="sr-only">{` of ${title}`}</span>
						</a>
					</>
				)}
				{isDeleted && <span className="text-soft"> (deleted)</span>}
			</li>
		))}
	</ul>
)

type PublishedProps = { published: Loaded; nextStep: Awaited<ReturnType<typeof readNextStep>> }

/** Shows what went live, with links to the public pages. */
export function Published({ published: { texts, number, previous }, nextStep }: PublishedProps) {
	const [first] = texts
	const isOnly = texts.length === 1
	return (
		<Callout tone="good" role="status" title={`Published: ${isOnly ? first?.title : `${texts.length} changes`}.`}>
			{!isOnly &&
				(texts.length <= MAX_OPEN ? (
					<Texts texts={texts} />
				) : (
					<Disclosure summary="Show what went live">
						<Texts texts={texts} />
					</Disclosure>
				))}
			<p className="flex flex-wrap gap-x-4">
				<a href={(isOnly && first?.page) || paths.home}>{isOnly && first?.page ? 'View the changed page' : 'View site'}</a>
				<Link to={`${consolePaths.contentReleases}?from=${previous}&to=${number}`}>Show changes</Link>
			</p>
			{nextStep && (
				<p>
					{'Next step: '}
					<Link to={nextStep.href}>{nextStep.title}</Link>
					<span className="block text-soft">{nextStep.about}</span>
				</p>
			)}
		</Callout>
	)
}
