import { Link } from 'react-router'

import { fileAddress } from '#contracts/console-paths.ts'
import type { TracksOutline } from '#server/console/outline/read-outline.ts'

import { OUTLINE_ENTRY, OUTLINE_LIST, PartLink, OUTLINE_ROW } from './outline-row.tsx'

/** Lists the tracks. Their order can't be changed, because their pages and quiz depend on it. */
export const TrackList = ({ outline, ownerTitle }: { outline: TracksOutline; ownerTitle: string }) => (
	<section className="grid gap-4" aria-label={outline.title}>
		<h2>{outline.title}</h2>
		<p>Part of {ownerTitle}: everyone who has that course has these tracks too.</p>
		<ol className={OUTLINE_LIST} aria-label={`Tracks of ${outline.title}`}>
			{outline.tracks.map(({ id, title, lessons }) => (
				<li key={id} className={OUTLINE_ENTRY}>
					<div className={OUTLINE_ROW}>
						<PartLink part={{ title, path: outline.path, state: outline.state }} />
					</div>
					<ol className={OUTLINE_LIST} aria-label={`Lessons of ${title}`}>
						{lessons.map((lesson) => (
							<li key={lesson.id} className={OUTLINE_ENTRY}>
								<div className={OUTLINE_ROW}>
									<PartLink part={lesson} />
								</div>
							</li>
						))}
					</ol>
				</li>
			))}
		</ol>
		<p>
			<Link to={fileAddress(outline.path)}>Edit the tracks</Link>
		</p>
	</section>
)
