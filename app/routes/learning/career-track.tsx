import { Fragment } from 'react'
import { data, Link } from 'react-router'

import { fromContent } from '#app/content.server.ts'
import { Curriculum, TrackFacts, TrackList } from '#app/features/career-path/track-facts.tsx'
import { startDownload } from '#app/lib/save-download.ts'
import { pageMeta, type PageMetaArgs } from '#app/shell/page-meta.ts'
import { Button } from '#app/ui/button.tsx'
import { Callout } from '#app/ui/callout.tsx'
import { BACK_LINK_CLASSES } from '#app/ui/text-link.ts'
import type { CareerTrack } from '#content/schema/career-path.ts'
import { paths } from '#contracts/paths.ts'

import type { Route } from './+types/career-track.ts'

type TrackPageProps = {
	track: CareerTrack
	incomeNote: string
	overviewPath: string
	lessonPath: (lessonId: string) => string
	onDownload: () => void
}

function TrackPage({ track, incomeNote, overviewPath, lessonPath, onDownload }: TrackPageProps) {
	return (
		<div className="page py-10 lg:py-16">
			<Link to={overviewPath} className={BACK_LINK_CLASSES}>
				All career paths
			</Link>
			<div className="mt-4 grid max-w-[52rem] gap-5">
				<h1 className="text-4xl">
					{/* Allows a line break after a slash, so that long titles fit on narrow screens. */}
					{track.title.split(/(?<=\/)/).map((part) => (
						<Fragment key={part}>
							{part}
							<wbr />
						</Fragment>
					))}
				</h1>
				<p className="text-lg">{track.description}</p>
			</div>
			<div className="mt-8">
				<TrackFacts track={track} />
			</div>
			<div className="mt-8 grid gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,1fr)_22rem]">
				<div className="grid content-start gap-12">
					<div className="grid gap-8 md:grid-cols-2">
						<TrackList title="Pros" items={track.pros} level={2} />
						<TrackList title="Considerations" items={track.cons} level={2} />
					</div>
					<div>
						<h2>Curriculum</h2>
						<Curriculum lessons={track.lessons} lessonPath={lessonPath} />
					</div>
					<div>
						<h2>First steps</h2>
						<dl>
							{track.firstSteps.map(({ title, text }) => (
								<div className="py-4 border-b border-line-strong" key={title}>
									<dt className="font-semibold">{title}</dt>
									<dd>{text}</dd>
								</div>
							))}
						</dl>
					</div>
				</div>
				<div className="grid content-start gap-8">
					<TrackList title="Required skills" items={track.skills} level={2} />
					<p>
						<b className="font-semibold">Ideal for:</b> {track.idealFor}
					</p>
					<p>
						<b className="font-semibold">Not for:</b> {track.notFor}
					</p>
					<div className="needs-js screen-only">
						<Button variant="secondary" onClick={onDownload}>
							Download Career Guide
						</Button>
					</div>
					<Callout title="About the income range">
						<p>{incomeNote}</p>
					</Callout>
				</div>
			</div>
		</div>
	)
}

export const loader = fromContent(({ careerGuides, careerPath, disclaimers }, { params }) => {
	const index = careerPath.tracks.findIndex(({ id }) => id === params.trackId)
	const track = careerPath.tracks[index]
	const guide = careerGuides[index]
	// oxlint-disable-next-line typescript/only-throw-error -- React Router expects a thrown response for a 404
	if (!track || !guide) throw data(null, { status: 404 })
	return { track, guide, toastWords: careerPath.downloadToast, incomeNote: disclaimers.incomeNoteLong }
})

export const meta = ({ loaderData, params, matches }: PageMetaArgs<Route.MetaArgs>) =>
	pageMeta(matches, {
		title: loaderData?.track.title ?? '',
		description: loaderData?.track.description ?? '',
		// Without this, the canonical URL would end with a slash, because the page's file is requested that way.
		path: paths.careerTrack(params.trackId),
	})

export default function CareerTrackRoute({ loaderData: { track, guide, toastWords, incomeNote } }: Route.ComponentProps) {
	return (
		<TrackPage
			track={track}
			incomeNote={incomeNote}
			overviewPath={paths.careerPath}
			lessonPath={(lessonId) => paths.careerLesson(track.id, lessonId)}
			onDownload={() => startDownload(guide, toastWords)}
		/>
	)
}
