import { data } from 'react-router'

import { fromContent } from '#app/content.server.ts'
import { SignUpFirst, TrackLesson } from '#app/features/career-path/track-lesson.tsx'
import { useProgressSync, useSyncState } from '#app/features/progress/use-progress-sync.ts'
import { withNextPath } from '#app/lib/next-path.ts'
import { startDownload } from '#app/lib/save-download.ts'
import { useSession } from '#app/lib/stored-session.ts'
import { useStoredUser } from '#app/lib/stored-user.ts'
import { useHydrated } from '#app/lib/use-hydrated.ts'
import { useLessonRecords } from '#app/shell/lesson-records.ts'
import { pageMeta, type PageMetaArgs } from '#app/shell/page-meta.ts'
import sheet from '#app/styles/lesson-blocks.css?url'
import { paths } from '#contracts/paths.ts'

import type { Route } from './+types/track-lesson.ts'
import { ModuleLesson } from './module-lesson.tsx'

export const loader = fromContent(({ careerPath, trackLessons }, { params }) => {
	const track = careerPath.tracks.find(({ id }) => id === params.trackId)
	const index = track?.lessons.findIndex(({ id }) => id === params.lessonId) ?? -1
	const lesson = trackLessons.find(({ trackId, id }) => trackId === params.trackId && id === params.lessonId)
	// oxlint-disable-next-line typescript/only-throw-error -- React Router expects a thrown response for a 404
	if (!track || !lesson) throw data(null, { status: 404 })
	return { track, index, lesson, toastWords: careerPath.downloadToast }
})

export const links = () => [{ rel: 'stylesheet', href: sheet }]

export const meta = ({ loaderData, matches }: PageMetaArgs<Route.MetaArgs>) =>
	// Only learners see the text; a search engine would list an empty page.
	pageMeta(matches, { title: loaderData?.lesson.title ?? '', description: loaderData?.lesson.description ?? '' })

export default function TrackLessonRoute({ loaderData: { track, index, lesson, toastWords } }: Route.ComponentProps) {
	useProgressSync()
	const sync = useSyncState()
	useLessonRecords(sync === 'synced' || sync === 'waiting')
	const isHydrated = useHydrated()
	const session = useSession()
	const isKnown = Boolean(useStoredUser()?.email) || session.status === 'signed-in'
	const here = paths.careerLesson(track.id, lesson.id)
	return (
		<TrackLesson
			place={{
				track,
				index,
				overviewPath: paths.careerPath,
				trackPath: paths.careerTrack(track.id),
				lessonPath: (lessonId) => paths.careerLesson(track.id, lessonId),
			}}
		>
			{!isHydrated && <p className="min-h-dvh">Loading the lesson…</p>}
			{isHydrated && !isKnown && <SignUpFirst signUpPath={paths.signup} signInPath={withNextPath(paths.login, here)} />}
			{isHydrated && isKnown && (
				<ModuleLesson
					key={lesson.id}
					moduleId={lesson.moduleId}
					section={lesson}
					lessonId={lesson.id}
					onDownload={(file) => startDownload(file, toastWords)}
				/>
			)}
		</TrackLesson>
	)
}
