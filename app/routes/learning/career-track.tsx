import { data } from 'react-router'

import { fromContent } from '#app/content.server.ts'
import { TrackPage } from '#app/features/career-path/track-page.tsx'
import { startDownload } from '#app/lib/save-download.ts'
import { pageMeta, type PageMetaArgs } from '#app/shell/page-meta.ts'
import { paths } from '#contracts/paths.ts'

import type { Route } from './+types/career-track.ts'

export const loader = fromContent(({ careerGuides, careerPath, disclaimers }, { params }) => {
	const index = careerPath.tracks.findIndex(({ id }) => id === params.trackId)
	const track = careerPath.tracks[index]
	const guide = careerGuides[index]
	// oxlint-disable-next-line typescript/only-throw-error -- the router's way to answer 404
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
