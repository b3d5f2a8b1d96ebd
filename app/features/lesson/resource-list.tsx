import { Button } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import type { LessonFile, LessonResourceItem } from '#contracts/course.ts'

type ResourceListProps = { resources: readonly LessonResourceItem[]; onDownload: (file: LessonFile) => void }

export function ResourceList({ resources, onDownload }: ResourceListProps) {
	if (resources.length === 0) return null
	return (
		<section className="mt-12 max-w-read" aria-labelledby="lesson-resources">
			<h3 id="lesson-resources">Additional Resources</h3>
			<ul className="mt-4 border-t border-line-strong">
				{resources.map((resource) => (
					<li key={resource.title} className="grid items-center gap-x-6 gap-y-2 border-b border-line-strong py-4 sm:grid-cols-[1fr_auto]">
						<div>
							<p className="font-semibold">
								{resource.title} <span className="font-normal text-soft">({resource.type})</span>
							</p>
							<p>{resource.description}</p>
						</div>
						<ResourceAction resource={resource} onDownload={onDownload} />
					</li>
				))}
			</ul>
		</section>
	)
}

function ResourceAction({ resource, onDownload }: { resource: LessonResourceItem; onDownload: (file: LessonFile) => void }) {
	const { title, link, download } = resource
	if (download)
		return (
			<Button variant="secondary" className="justify-self-start" aria-label={`Download ${title}`} onClick={() => onDownload(download)}>
				<Icon name="download" />
				Download
			</Button>
		)
	if (!link) return null
	const isElsewhere = !link.startsWith('/')
	return (
		<a
			href={link}
			className="link inline-flex min-h-11 items-center"
			{...(isElsewhere ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
		>
			Open
			<span className="sr-only">
				{' '}
				{title}
				{isElsewhere ? ' (opens in a new tab)' : ''}
			</span>
		</a>
	)
}
