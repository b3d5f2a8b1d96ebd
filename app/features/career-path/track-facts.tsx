import { Link } from 'react-router'

import type { CareerTrack } from '#content/schema/career-path.ts'

export function TrackFacts({ track }: { track: CareerTrack }) {
	return (
		<dl className="track-facts">
			<div>
				<dt className="font-semibold">Difficulty</dt>
				<dd>{track.difficulty}</dd>
			</div>
			<div>
				<dt className="font-semibold">Time to income</dt>
				<dd>{track.timeToIncome}</dd>
			</div>
			<div>
				<dt className="font-semibold">Income range</dt>
				<dd>{track.incomeRange}</dd>
			</div>
		</dl>
	)
}

export function TrackList({ title, items, level }: { title: string; items: readonly string[]; level: 2 | 3 }) {
	const Heading = level === 2 ? 'h2' : 'h3'
	return (
		<div>
			<Heading className={level === 3 ? 'text-base font-semibold tracking-normal' : 'text-xl'}>{title}</Heading>
			<ul className="track-list">
				{items.map((item) => (
					<li key={item}>{item}</li>
				))}
			</ul>
		</div>
	)
}

type CurriculumProps = { lessons: CareerTrack['lessons']; lessonPath: (lessonId: string) => string }

export function Curriculum({ lessons, lessonPath }: CurriculumProps) {
	return (
		<ol className="roadmap">
			{lessons.map(({ id, title, description, duration }, index) => (
				<li key={id}>
					<span className="section-stop" aria-hidden="true">
						{index + 1}
					</span>
					<div>
						<p>
							<Link to={lessonPath(id)} className="link font-semibold">
								{title}
							</Link>{' '}
							<span className="text-soft">{duration}</span>
						</p>
						<p>{description}</p>
					</div>
				</li>
			))}
		</ol>
	)
}
