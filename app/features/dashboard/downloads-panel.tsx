import { Link } from 'react-router'

import { needsSecondFactor } from '#app/lib/own-api.ts'
import { useLibrary } from '#app/lib/use-library.ts'
import { Button } from '#app/ui/button.tsx'
import { Callout } from '#app/ui/callout.tsx'
import { formatLocalDay } from '#contracts/format-day.ts'
import { paths } from '#contracts/paths.ts'

const SHOWN = 5

export function DownloadsPanel({ userId }: { userId: string }) {
	const library = useLibrary(userId)
	return (
		<section aria-labelledby="downloads" className="grid content-start gap-4">
			<h2 id="downloads">Your downloads</h2>
			{library.isPending && (
				<p role="status" className="min-h-14">
					Loading your downloads…
				</p>
			)}
			{library.isError && !library.data && (
				<Callout tone="danger" role="alert" title="Your downloads could not be loaded">
					{needsSecondFactor(library.error) && <p>Your second factor protects them. Try again and confirm that it is you.</p>}
					<Button variant="secondary" className="mt-3" pending={library.isFetching} onClick={() => void library.refetch()}>
						Try Again
					</Button>
				</Callout>
			)}
			{library.data && <Taken {...library.data} />}
			<p>
				<Link to={paths.templates} className="link inline-flex min-h-11 items-center">
					Go to the templates and tools
				</Link>
			</p>
		</section>
	)
}

function Taken({ isOpen, downloads }: NonNullable<ReturnType<typeof useLibrary>['data']>) {
	if (downloads.length === 0)
		return (
			<p>
				{isOpen
					? 'You have not downloaded a template yet. The whole library is open to you.'
					: 'You can download the free documents right away. The others come with the full course.'}
			</p>
		)
	return (
		<ul className="border-t border-line-strong">
			{downloads.slice(0, SHOWN).map(({ slug, title, format, at }) => (
				<li key={`${slug}.${format}`} className="flex flex-wrap justify-between gap-x-6 border-b border-line-strong py-2">
					<Link to={`${paths.templates}#${slug}`} className="link inline-flex min-h-11 items-center">
						{title} ({format.toUpperCase()})
					</Link>
					<span className="self-center text-soft">{formatLocalDay(at)}</span>
				</li>
			))}
		</ul>
	)
}
