import { Button, LinkButton } from '#app/ui/button.tsx'
import type { CareerTrack } from '#content/schema/career-path.ts'

import { Curriculum, TrackFacts, TrackList } from './track-facts.tsx'

const SHOWN = 2 // number of pros, and of considerations, that are shown

type TrackOverviewProps = { track: CareerTrack; to: string; lessonPath: (lessonId: string) => string; onDownload: () => void }

export function TrackOverview({ track, to, lessonPath, onDownload }: TrackOverviewProps) {
	return (
		<article className="grid gap-x-12 gap-y-8 border-t-2 border-ink py-10 lg:grid-cols-[1.2fr_0.8fr_1fr]">
			<div className="grid content-start gap-4">
				<h2>{track.title}</h2>
				<p className="text-lg">{track.description}</p>
				<TrackFacts track={track} className="lg:grid-cols-[1fr]" />
				<p>
					<b className="font-semibold">Ideal for:</b> {track.idealFor}
				</p>
				<div className="flex flex-wrap items-start gap-x-4 gap-y-3">
					<LinkButton to={to} variant="secondary">
						Explore Track<span className="sr-only">: {track.title}</span>
					</LinkButton>
					<Button variant="quiet" className="needs-js" onClick={onDownload}>
						Download Career Guide<span className="sr-only">: {track.title}</span>
					</Button>
				</div>
			</div>
			<div className="grid content-start gap-6">
				<TrackList title="Required skills" items={track.skills} level={3} />
				<TrackList title="Pros" items={track.pros.slice(0, SHOWN)} level={3} />
				<TrackList title="Considerations" items={track.cons.slice(0, SHOWN)} level={3} />
			</div>
			<div>
				<h3>Curriculum: {track.lessons.length} lessons</h3>
				<Curriculum lessons={track.lessons} lessonPath={lessonPath} />
			</div>
		</article>
	)
}
