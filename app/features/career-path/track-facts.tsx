import { Link } from 'react-router'

import { DashItem } from '#app/ui/dash-item.tsx'
import { Step } from '#app/ui/step-sign.tsx'
import type { CareerTrack } from '#content/schema/career-path.ts'

export function TrackFacts({ track, className = '' }: { track: CareerTrack; className?: string }) {
	return (
		<dl className={`grid gap-x-10 gap-y-3 border-y border-line-strong py-4 md:grid-cols-[repeat(3,auto)] md:justify-start ${className}`}>
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
			<ul className="mt-2 grid gap-[.4rem]">
				{items.map((item) => (
					<DashItem key={item}>{item}</DashItem>
				))}
			</ul>
		</div>
	)
}

type CurriculumProps = { lessons: CareerTrack['lessons']; lessonPath: (lessonId: string) => string }

export function Curriculum({ lessons, lessonPath }: CurriculumProps) {
	return (
		<ol className="mt-4">
			{lessons.map(({ id, title, description, duration }, index) => (
				<Step key={id} number={index + 1}>
					<p>
						<Link to={lessonPath(id)} className="link font-semibold">
							{title}
						</Link>{' '}
						<span className="text-soft">{duration}</span>
					</p>
					<p>{description}</p>
				</Step>
			))}
		</ol>
	)
}
